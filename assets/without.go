//go:build !octavo_assets

package assets

var (
	weights map[string]string
	vss     Extension
)
