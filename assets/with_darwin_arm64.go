//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/vss_darwin_arm64.zst
var vssCompressed string

const vssSHA256 = "0d2643871203c4aa07649f5aa4ed8fc7fe8f2b3a6761bc9c6f1160e97cbe7685"
