//go:build octavo_assets && !(linux && (amd64 || arm64)) && !(darwin && (amd64 || arm64)) && !(windows && amd64)

package assets

// DuckDB publishes no vss for this platform.
const vssCompressed, vssSHA256 = "", ""
