//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/vss_windows_amd64.zst
var vssCompressed string

const vssSHA256 = "6810b3ca400c53c4e3eaaee8ccd28e6ec93ff4d1f35c566e476601dc17f070f1"
