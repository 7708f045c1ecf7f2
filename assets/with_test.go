//go:build octavo_assets

package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestAnUnknownModelHasNoWeights(t *testing.T) {
	if Weights("bge-small-en-v1.5") == "" || Weights("potion-base-8M") == "" {
		t.Error("a model of the lock is not carried")
	}
	if Weights("another") != "" {
		t.Error("weights for a model that nobody packed")
	}
}

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
