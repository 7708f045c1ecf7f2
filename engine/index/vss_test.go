package index

import (
	"os"
	"testing"
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
