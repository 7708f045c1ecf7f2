//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/vss_darwin_amd64.zst
var vssCompressed string

const vssSHA256 = "e01b413beff5a4bc104a84a5cc29c471e0277611b7f87cf782a9c35b2cb6dc2b"
