//go:build octavo_assets

package assets

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

var weights map[string]string
