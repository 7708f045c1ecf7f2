//go:build unix

package index

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Mode().Perm()
}

func TestABuildKeepsThePermissionsOfTheFile(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o644, 0o664, 0o444} {
		for _, way := range []string{"changed", "written anew", "of another schema"} {
			t.Run(fmt.Sprintf("%o %s", mode, way), func(t *testing.T) {
				path := built(t)
				if way == "of another schema" {
					runSQL(t, path, "UPDATE meta SET value = '99' WHERE key = 'octavo_schema'")
				}
				must(t, os.Chmod(path, mode))
				opened, err := OpenWriter(context.Background(), path, WriterOptions{})
				must(t, err)
				w := opened.(*fileWriter)
				if got := modeOf(t, workPath(path)); got != mode|ownerWrites {
					t.Errorf("the work copy has %o", got)
				}
				if way == "written anew" {
					must(t, w.rewrite(context.Background()))
					if got := modeOf(t, freshPath(path)); got != mode|ownerWrites {
						t.Errorf("the fresh file has %o", got)
					}
				}
				begin(t, w, "c")
				put(t, w, newDocument("c", "f", "some more words"))
				publish(t, w)
				if got := modeOf(t, path); got != mode {
					t.Errorf("the published file has %o", got)
				}
			})
		}
	}
}

func TestAFirstBuildHonoursTheUmask(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain")
	file, err := os.OpenFile(plain, os.O_CREATE, 0o666)
	must(t, err)
	must(t, file.Close())
	if got, want := modeOf(t, built(t)), modeOf(t, plain); got != want {
		t.Errorf("%o where the umask leaves %o", got, want)
	}
}
