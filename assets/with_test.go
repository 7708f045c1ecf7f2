//go:build octavo_assets

package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestTheCarriedExtensionUnpacksToTheBytesItPromises(t *testing.T) {
	e := VSS()
	if e == (Extension{}) {
		t.Skip("no vss for this platform")
	}
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	data, err := dec.DecodeAll([]byte(e.Compressed), nil)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != e.SHA256 {
		t.Errorf("SHA-256 of the unpacked extension = %s, want %s", got, e.SHA256)
	}
}
