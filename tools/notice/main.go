// Command notice writes the list of Go modules in NOTICE: what the binary is linked from, with
// version, licences and copyright as the modules' own files state them.
//
//	go run ./tools/notice [--check]
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
)

// marker ends the part of NOTICE that is written by hand.
const marker = "Go modules\n----------\n"

// platforms are those whose builds decide which modules count: some serve one system only.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "darwin/amd64"}

func main() {
	check := flag.Bool("check", false, "write nothing, fail where NOTICE is not up to date")
	flag.Parse()
	if err := run("NOTICE", *check); err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

func run(path string, check bool) error {
	before, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, _, found := bytes.Cut(before, []byte(marker))
	if !found {
		return fmt.Errorf("%s has no line %q", path, strings.SplitN(marker, "\n", 2)[0])
	}
	modules, err := linked()
	if err != nil {
		return err
	}
	var after bytes.Buffer
	after.Write(head)
	after.WriteString(marker + "\n")
	for _, m := range modules {
		text, err := licenceText(m.Dir)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Path, err)
		}
		kinds := licences(text)
		if len(kinds) == 0 {
			return fmt.Errorf("%s: its licence is none that this program knows", m.Path)
		}
		fmt.Fprintf(&after, "%s %s: %s\n", m.Path, m.Version, strings.Join(kinds, ", "))
		if c := copyright(text); c != "" {
			fmt.Fprintf(&after, "    %s\n", c)
		}
	}
	switch {
	case bytes.Equal(before, after.Bytes()):
		return nil
	case check:
		return errors.New("NOTICE does not list the modules of this build: run go run ./tools/notice")
	}
	return renameio.WriteFile(path, after.Bytes(), 0o644)
}

type module struct {
	Path, Version, Dir string
	Main               bool
}

// linked lists the modules behind the packages of the program, tests left out, by path.
func linked() ([]module, error) {
	seen := map[string]module{}
	for _, platform := range platforms {
		system, arch, _ := strings.Cut(platform, "/")
		list := exec.Command("go", "list", "-deps", "-json=Module", ".")
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=1")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct{ Module *module }
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			if m := p.Module; m != nil && !m.Main {
				seen[m.Path] = *m
			}
		}
	}
	var modules []module
	for _, m := range seen {
		// The driver's compiled DuckDB is one module per platform, under the driver's own licence.
		if !strings.HasPrefix(m.Path, "github.com/duckdb/duckdb-go-bindings/lib/") {
			modules = append(modules, m)
		}
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.Path, b.Path) })
	return modules, nil
}

// licenceText joins the licence files in the root of a module.
func licenceText(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		text.Write(data)
		text.WriteByte('\n')
	}
	if text.Len() == 0 {
		return "", errors.New("no licence file")
	}
	return text.String(), nil
}
