// Package assets carries the model weights and DuckDB's vss extension inside the binary.
//
// The files are not in the repository: `just assets` fetches, checks and packs them into
// assets/packed as assets.lock says, and a build with the tag octavo_assets embeds them. Without
// the tag everything compiles and each lookup answers "not carried".
package assets

// Extension is DuckDB's vss extension for the platform of this binary.
type Extension struct {
	Compressed string // zstd; empty where this binary carries none
	FileName   string // DuckDB takes the entry point from it
	SHA256     string // of the unpacked file, hex
	Version    string // DuckDB version it was built for, for example "v1.5.5"
}

// Weights returns the packed weights of a model, in place (unaligned), or "" where this binary
// does not carry them.
func Weights(model string) string { return weights[model] }

// VSS returns the extension for this platform; its Compressed field is empty where there is none.
func VSS() Extension { return vss }
