//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/vss_linux_amd64.zst
var vssCompressed string

const vssSHA256 = "798ddf1ece135d98b321d3e63f0a893208963846242220fd99db90ba807e1655"
