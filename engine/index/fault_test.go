package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// A bit that flips in a published file either goes unnoticed or ends a build with the error that
// names the file, wherever the build meets it.
func TestABuildOverADamagedFileNamesTheFile(t *testing.T) {
	path := built(t)
	whole, err := os.ReadFile(path)
	must(t, err)
	build := func(path string) (err error) {
		ctx := context.Background()
		w, err := OpenWriter(ctx, path, WriterOptions{})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, w.Close()) }()
		if _, err := w.Collections(ctx); err != nil {
			return err
		}
		if _, err := w.Files(ctx, "ACME"); err != nil {
			return err
		}
		if err := w.RemoveCollection(ctx, "ACME"); err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		_, err = w.Publish(ctx, PublishOptions{})
		return err
	}
	random := rand.New(rand.NewPCG(7, 8))
	noticed := 0
	for range 30 {
		at := 12288 + random.IntN(len(whole)-12288)
		broken := filepath.Join(t.TempDir(), "octavo.duckdb")
		bytes := append([]byte(nil), whole...)
		bytes[at] ^= 1 << random.IntN(8)
		must(t, os.WriteFile(broken, bytes, 0o600))
		for range 2 { // the second build may find what the first left
			err := build(broken)
			if err == nil {
				break
			}
			var corrupt *CorruptError
			if !errors.As(err, &corrupt) {
				t.Fatalf("a bit changed at %d gives %v", at, err)
			}
			if corrupt.Path != broken && corrupt.Path != workPath(broken) {
				t.Errorf("a bit changed at %d is laid to %s", at, corrupt.Path)
			}
			noticed++
		}
	}
	t.Logf("%d builds ended", noticed)
	if noticed < 10 {
		t.Errorf("%d builds noticed the damage", noticed)
	}
}

func TestWhatTheSystemRefusesIsNoDamage(t *testing.T) {
	for _, tc := range []struct {
		kind duckdb.ErrorType
		text string
		want error // nil: damage
	}{
		{duckdb.ErrorTypeIO, `IO Error: Could not write file "x": No space left on device`, syscall.ENOSPC},
		{duckdb.ErrorTypeTransaction, `TransactionContext Error: Failed to commit: Could not write file "x": No space left on device`, syscall.ENOSPC},
		{duckdb.ErrorTypeFatal, `FATAL Error: database has been invalidated. Original error: "No space left on device"`, syscall.ENOSPC},
		{duckdb.ErrorTypeIO, `IO Error: Cannot open file "x": Read-only file system`, syscall.EROFS},
		{duckdb.ErrorTypeIO, `IO Error: Cannot open file "x": Permission denied`, fs.ErrPermission},
		{duckdb.ErrorTypeIO, `IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2`, nil},
	} {
		given := &duckdb.Error{Type: tc.kind, Msg: tc.text}
		err := damaged("x", fmt.Errorf("put documents: %w", given))
		var corrupt *CorruptError
		if errors.As(err, &corrupt) != (tc.want == nil) || tc.want != nil && !errors.Is(err, tc.want) || !errors.Is(err, given) {
			t.Errorf("%q becomes %v", tc.text, err)
		}
	}
	quoting := &duckdb.Error{Type: duckdb.ErrorTypeConversion, Msg: `Conversion Error: could not convert "No space left on device"`}
	if err := damaged("x", quoting); err != error(quoting) {
		t.Errorf("an error that quotes text becomes %v", err)
	}
}
