package index

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"octavo/assets"
)

// testVSS is where tests take the extension from, besides the usual places.
func testVSS() ExtensionOptions { return ExtensionOptions{Path: os.Getenv("OCTAVO_VSS_EXTENSION")} }

// needVSS skips a test where there is no extension; with CI set that is a failure.
func needVSS(t *testing.T) {
	t.Helper()
	if _, _, err := LocateVSS(testVSS()); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("needs DuckDB's vss extension (OCTAVO_VSS_EXTENSION names the file): %v", err)
	}
}

func TestTheExtensionIsLookedForInOrder(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	given := filepath.Join(home, "given.duckdb_extension")
	must(t, os.WriteFile(given, nil, 0o644))
	expect := func(name string, options ExtensionOptions, source, path string) {
		t.Helper()
		if gotSource, gotPath, err := LocateVSS(options); err != nil || gotSource != source || gotPath != path {
			t.Errorf("%s: %s at %q, %v", name, gotSource, gotPath, err)
		}
	}
	expect("a file is named", ExtensionOptions{Path: given, AllowNetwork: true}, VSSGiven, given)
	var refused *ExtensionError
	if _, _, err := LocateVSS(ExtensionOptions{Path: given + ".not", AllowNetwork: true}); !errors.As(err, &refused) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there is passed over: %v", err)
	}
	if assets.VSS().Compressed != "" {
		return // this binary carries one, which comes next
	}
	if _, _, err := LocateVSS(ExtensionOptions{}); !errors.As(err, &refused) || refused.Cause != nil {
		t.Errorf("with none at all: %v", err)
	}
	expect("the network is allowed", ExtensionOptions{AllowNetwork: true}, VSSNetwork, "")
	own := filepath.Join(home, ".duckdb", "extensions", DuckDBVersion(), platform(), "vss.duckdb_extension")
	must(t, os.MkdirAll(filepath.Dir(own), 0o755))
	must(t, os.WriteFile(own, nil, 0o644))
	expect("DuckDB has its own", ExtensionOptions{AllowNetwork: true}, VSSDuckDB, own)
}
