//go:build octavo_assets

package assets

import _ "embed"

//go:embed packed/bge-small-en-v1.5.bin
var bgeSmall string

//go:embed packed/potion-base-8M.bin
var potionBase string

var weights = map[string]string{
	"bge-small-en-v1.5": bgeSmall,
	"potion-base-8M":    potionBase,
}

var vss = carried(Extension{
	Compressed: vssCompressed,
	FileName:   "vss.duckdb_extension",
	SHA256:     vssSHA256,
	Version:    "v1.5.5",
})

func carried(e Extension) Extension {
	if e.Compressed == "" {
		return Extension{}
	}
	return e
}
