package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/klauspost/compress/zstd"

	"octavo/assets"
)

// ExtensionOptions say where DuckDB's vss extension may come from.
type ExtensionOptions struct {
	Path         string // a file to use and no other; its name decides the entry point
	AllowNetwork bool   // DuckDB may fetch the extension itself
	CacheDir     string // where the embedded copy is unpacked; empty: "octavo" in the user's cache folder
}

// Sources of the extension, in the order in which they are tried.
const (
	VSSGiven    = "given"
	VSSEmbedded = "embedded"
	VSSDuckDB   = "duckdb"  // DuckDB's own extension folder
	VSSNetwork  = "network" // not here yet: DuckDB would fetch it
)

// ExtensionError says why there is no vss extension to load.
type ExtensionError struct {
	Path  string // the file that was tried; empty where none was found
	Cause error  // nil where none was found
}

func (e *ExtensionError) Error() string {
	if e.Cause == nil {
		return "no vss extension was found"
	}
	return fmt.Sprintf("vss extension %s: %v", e.Path, e.Cause)
}
func (e *ExtensionError) Unwrap() error { return e.Cause }

// LocateVSS finds the extension without loading it; an embedded copy is unpacked. path is empty
// for VSSNetwork. Errors: *ExtensionError.
func LocateVSS(options ExtensionOptions) (source, path string, err error) {
	if options.Path != "" {
		if _, err := os.Stat(options.Path); err != nil {
			return "", "", &ExtensionError{Path: options.Path, Cause: err}
		}
		return VSSGiven, options.Path, nil
	}
	if carried := assets.VSS(); carried.Compressed != "" && carried.Version == DuckDBVersion() {
		path, err := unpack(carried, options.CacheDir)
		if err != nil {
			return "", "", &ExtensionError{Path: carried.FileName, Cause: err}
		}
		return VSSEmbedded, path, nil
	}
	if home, err := os.UserHomeDir(); err == nil {
		path := filepath.Join(home, ".duckdb", "extensions", DuckDBVersion(), platform(), "vss.duckdb_extension")
		if _, err := os.Stat(path); err == nil {
			return VSSDuckDB, path, nil
		}
	}
	if options.AllowNetwork {
		return VSSNetwork, "", nil
	}
	return "", "", &ExtensionError{}
}

// platform is this machine in DuckDB's words.
func platform() string {
	system := runtime.GOOS
	if system == "darwin" {
		system = "osx"
	}
	return system + "_" + runtime.GOARCH
}

// unpack writes the embedded extension into the cache, once. The folder bears the hash of the
// file, and the file appears whole, so one that is there is right; DuckDB checks its signature at
// each load besides.
func unpack(carried assets.Extension, cache string) (string, error) {
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(user, "octavo")
	}
	path := filepath.Join(cache, carried.SHA256, carried.FileName)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	decoder, err := zstd.NewReader(strings.NewReader(carried.Compressed))
	if err != nil {
		return "", err
	}
	defer decoder.Close()
	var plain bytes.Buffer
	if _, err := decoder.WriteTo(&plain); err != nil {
		return "", fmt.Errorf("unpack: %w", err)
	}
	if sum := sha256.Sum256(plain.Bytes()); hex.EncodeToString(sum[:]) != carried.SHA256 {
		return "", fmt.Errorf("the embedded copy has SHA-256 %x, not %s", sum, carried.SHA256)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, renameio.WriteFile(path, plain.Bytes(), 0o644)
}

// loadVSS loads the extension into a database. Errors: *ExtensionError, ctx.Err().
func loadVSS(ctx context.Context, on session, options ExtensionOptions) error {
	source, path, err := LocateVSS(options)
	if err != nil {
		return err
	}
	load := "LOAD " + literal(path)
	if source == VSSNetwork {
		load = "INSTALL vss; LOAD vss"
	}
	if _, err := on.ExecContext(ctx, load); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &ExtensionError{Path: path, Cause: err}
	}
	return nil
}
