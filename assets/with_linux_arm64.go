//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/vss_linux_arm64.zst
var vssCompressed string

const vssSHA256 = "a49040cb66a257ad9c9db2c7e83a75cc4492ef7ae68887c9674bb305be37429d"
