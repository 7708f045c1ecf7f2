package main

import (
	"path/filepath"
	"testing"
)

// A packed file whose hash holds is never packed again, so a change of the packing code would go
// unnoticed where one is in place. Fetched packages are needed, which a first `just test` brings.
func TestThePackingCodeStillGivesTheBytesOfTheLock(t *testing.T) {
	if testing.Short() {
		t.Skip("packs 41 million numbers")
	}
	lock, err := readLock(filepath.Join("..", "assets.lock"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range lock.Assets {
		if a.Kind == "extension" { // zstd is not our code, and what it unpacks to is checked at run time
			continue
		}
		t.Run(a.Packed.Name, func(t *testing.T) {
			archive := filepath.Join("..", "..", ".cache", "assets", a.Archive.Name)
			if err := checkFile(archive, a.Archive.SHA256); err != nil {
				t.Skip("not fetched: ", err)
			}
			files, err := readMembers(archive, a.Files)
			if err != nil {
				t.Fatal(err)
			}
			data, err := pack(a, files)
			if err != nil {
				t.Fatal(err)
			}
			if err := checkBytes(a.Packed.Name, data, a.Packed.SHA256); err != nil {
				t.Errorf("%v; renew it with go run ./assets/fetch --relock", err)
			}
		})
	}
}
