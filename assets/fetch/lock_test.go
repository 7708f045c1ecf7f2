package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sumA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

const goodLock = `
[[asset]]
name      = "tiny"
kind      = "extension"
platform  = "linux_amd64"
registry  = "pypi"
package   = "tiny"
version   = "1.0"
arguments = ["--only-binary=:all:"]
archive   = { name = "tiny.whl", sha256 = "` + sumA + `" }
packed    = { name = "tiny.zst", sha256 = "` + sumA + `" }
[asset.files]
extension = { name = "lib/tiny.duckdb_extension", sha256 = "` + sumA + `" }
`

func TestALockThatIsNotWhollyUnderstoodIsRefused(t *testing.T) {
	if _, err := parseLock([]byte(goodLock)); err != nil {
		t.Fatalf("the lock that the table spoils is refused itself: %v", err)
	}
	for _, tc := range []struct{ name, old, new, want string }{
		{"an unknown key", `version   =`, "colour = \"red\"\nversion   =", "colour"},
		{"a value of another type", `version   = "1.0"`, `version   = 1.0`, "version"},
		{"no package", `"tiny"` + "\nversion", `""` + "\nversion", "package is missing"},
		{"no version", `"1.0"`, `""`, "version is missing"},
		{"an unknown kind", `"extension"`, `"picture"`, `unknown kind "picture"`},
		{"an unknown registry", `"pypi"`, `"attic"`, `unknown registry "attic"`},
		{"half a platform", `"linux_amd64"`, `"linux"`, "linux_amd64"},
		{"a short hash", sumA + `" }` + "\npacked", `abc" }` + "\npacked", `archive: sha256 "abc"`},
		{"a hash in capitals", sumA + `" }` + "\n[asset.files]", strings.ToUpper(sumA) + `" }` + "\n[asset.files]", "packed: sha256"},
		{"a packed name that climbs out", `"tiny.zst"`, `"../tiny.zst"`, "not a path inside"},
		{"a packed name in a folder", `"tiny.zst"`, `"etc/tiny.zst"`, "is a path"},
		{"an archive with an absolute name", `"tiny.whl"`, `"/tiny.whl"`, "not a path inside"},
		{"a member that climbs out", `"lib/tiny`, `"lib/../../tiny`, "not a path inside"},
		{"a role of another kind", `extension = {`, `weights = {`, "files.extension"},
		{"one role too many", `[asset.files]`, "[asset.files]\nweights = { name = \"w\", sha256 = \"" + sumA + "\" }", "nothing else"},
		{"two assets with one packed name", "\n[[asset]]", goodLock + "\n[[asset]]", "used twice"},
	} {
		spoiled := strings.Replace(goodLock, tc.old, tc.new, 1)
		if spoiled == goodLock {
			t.Fatalf("%s: the replacement changes nothing", tc.name)
		}
		_, err := parseLock([]byte(spoiled))
		var lockErr *LockError
		if !errors.As(err, &lockErr) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: parseLock error = %v, want a *LockError with %q", tc.name, err, tc.want)
		}
	}
}

func TestAPlatformGetsItsOwnAssetsAndThoseOfEveryPlatform(t *testing.T) {
	lock := Lock{Assets: []Asset{{Name: "model"}, {Name: "a", Platform: "linux_amd64"}, {Name: "b", Platform: "darwin_arm64"}}}
	for platform, want := range map[string]string{"linux_amd64": "model a", "darwin_arm64": "model b", "plan9_386": "model"} {
		var got []string
		for _, a := range lock.For(platform) {
			got = append(got, a.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("For(%q) = %v, want %s", platform, got, want)
		}
	}
}

// The binary checks the extension that it unpacks against a constant in its own code.
func TestEachPlatformEmbedsTheFileThatTheLockPacks(t *testing.T) {
	lock, err := readLock(filepath.Join("..", "assets.lock"))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range lock.Assets {
		name := "with.go"
		wants := []string{"//go:embed packed/" + a.Packed.Name + "\n"}
		if a.Kind == "extension" {
			name = "with_" + a.Platform + ".go"
			wants = append(wants, `const vssSHA256 = "`+a.Files["extension"].SHA256+`"`)
		}
		code, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Errorf("%s: %v", a.label(), err)
			continue
		}
		for _, want := range wants {
			if !strings.Contains(string(code), want) {
				t.Errorf("%s: %s does not contain %s", a.label(), name, want)
			}
		}
	}
}
