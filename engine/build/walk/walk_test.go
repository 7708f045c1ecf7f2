package walk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// lay writes files below a fresh folder; a value that begins with "->" makes a link.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, isLink := strings.CutPrefix(text, "->"); isLink {
			err = os.Symlink(strings.ReplaceAll(target, "ROOT", root), full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// found lists paths, each with its reason where it is skipped.
func found(t *testing.T, o Options) []string {
	t.Helper()
	var out []string
	err := Files(t.Context(), o, func(e Entry) error {
		line := string(e.Path)
		if e.Skip != "" {
			line += " " + e.Skip
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFilesComeInBytewiseOrderOfPath(t *testing.T) {
	root := lay(t, map[string]string{"a/z.md": "", "a.md": "", "a-b.md": "", "B.md": "", "a/b/c.md": "", "é.md": "", "link": "->a", "link-b.md": ""})
	got := found(t, Options{Root: root})
	if want := []string{"B.md", "a-b.md", "a.md", "a/b/c.md", "a/z.md", "link-b.md", "link/b/c.md", "link/z.md", "é.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGlobsAndHiddenNames(t *testing.T) {
	root := lay(t, map[string]string{
		"a.md": "", "b.txt": "", "sub/c.md": "", "drafts/d.md": "", ".hidden.md": "", ".secret/e.md": "", ".git/config": "",
	})
	for _, tc := range []struct {
		name    string
		options Options
		want    []string
	}{
		{"everything", Options{}, []string{"a.md", "b.txt", "drafts/d.md", "sub/c.md"}},
		{"include", Options{Include: []string{"**/*.md"}}, []string{"a.md", "drafts/d.md", "sub/c.md"}},
		{"include one level", Options{Include: []string{"*.md"}}, []string{"a.md"}},
		{"exclude a folder", Options{Exclude: []string{"drafts/**"}}, []string{"a.md", "b.txt", "sub/c.md"}},
		{"hidden, but never .git", Options{Hidden: true}, []string{".hidden.md", ".secret/e.md", "a.md", "b.txt", "drafts/d.md", "sub/c.md"}},
	} {
		tc.options.Root = root
		if got := found(t, tc.options); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	if err := Files(t.Context(), Options{Root: root, Include: []string{"["}}, nil); err == nil {
		t.Error("a broken glob was accepted")
	}
}

func TestLinksNeverLeadOutside(t *testing.T) {
	outside := lay(t, map[string]string{"secret.md": "s"})
	root := lay(t, map[string]string{
		"a.md": "", "dir/b.md": "", "inside.md": "->ROOT/a.md", "folder": "->dir", "dir/up": "->..",
		"out.md": "->" + outside + "/secret.md", "outdir": "->" + outside, "broken.md": "->nowhere", "relative.md": "->../../../etc/hosts",
	})
	got := found(t, Options{Root: root})
	want := []string{
		"a.md", "broken.md symlink-broken", "dir/b.md", "dir/up symlink-cycle", "folder/b.md", "folder/up symlink-cycle",
		"inside.md", "out.md symlink-outside", "outdir symlink-outside", "relative.md symlink-broken",
	}
	for i, line := range got {
		if strings.HasPrefix(line, "relative.md") {
			got[i] = "relative.md symlink-broken" // outside where the place exists, else broken
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestALinkIntoGitsOwnFolderIsNotFollowed(t *testing.T) {
	root := lay(t, map[string]string{".git/config": "url = https://user:password@host", "git": "->.git", "config.txt": "->.git/config"})
	got := found(t, Options{Root: root})
	if want := []string{"config.txt symlink-outside", "git symlink-outside"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAFolderThatCannotBeReadIsOneEntry(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read every folder")
	}
	root := lay(t, map[string]string{"locked/a.md": "", "b.md": ""})
	locked := filepath.Join(root, "locked")
	if err := os.Chmod(locked, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(locked, 0o755) })
	if got, want := found(t, Options{Root: root}), []string{"b.md", "locked unreadable"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatIsNoFileIsSkippedWithItsReason(t *testing.T) {
	root := lay(t, map[string]string{"big.md": "0123456789", "small.md": "1", "bad\xffname.md": ""})
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := found(t, Options{Root: root, MaxSize: 5})
	want := []string{"bad\ufffdname.md name-not-utf8", "big.md too-large", "pipe not-regular", "small.md"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAFileCanBeARoot(t *testing.T) {
	root := lay(t, map[string]string{"sub/a.md": "text"})
	var entries []Entry
	err := Files(t.Context(), Options{Root: filepath.Join(root, "sub/a.md")}, func(e Entry) error { entries = append(entries, e); return nil })
	if err != nil || len(entries) != 1 || entries[0].Path != "a.md" {
		t.Fatalf("%+v, %v", entries, err)
	}
	if data, err := Read(entries[0], 0); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
}

func entryOf(t *testing.T, root, name string) Entry {
	t.Helper()
	var found Entry
	err := Files(t.Context(), Options{Root: root}, func(e Entry) error {
		if string(e.Path) == name {
			found = e
		}
		return nil
	})
	if err != nil || found.Path == "" {
		t.Fatalf("%s was not found: %v", name, err)
	}
	return found
}

func TestALinkPutInAFilesPlaceIsNotFollowedOutside(t *testing.T) {
	outside := lay(t, map[string]string{"secret.md": "secret"})
	root := lay(t, map[string]string{"a.md": "plain"})
	e := entryOf(t, root, "a.md")
	if err := os.Remove(filepath.Join(root, "a.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(root, "a.md")); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(e, 0); err == nil {
		t.Errorf("read %q from outside", data)
	}
}

func TestAPipePutInAFilesPlaceIsNotWaitedOn(t *testing.T) {
	root := lay(t, map[string]string{"a.md": "plain"})
	e := entryOf(t, root, "a.md")
	if err := errors.Join(os.Remove(filepath.Join(root, "a.md")), syscall.Mkfifo(filepath.Join(root, "a.md"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(e, 0); err == nil {
		t.Error("a pipe was read")
	}
}

func TestAFileThatGrowsWhileItIsReadIsAnErrorThatSaysSo(t *testing.T) {
	root := lay(t, map[string]string{"a.md": strings.Repeat("x", 1<<20)})
	e := entryOf(t, root, "a.md")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				_ = os.Chtimes(filepath.Join(root, "a.md"), time.Time{}, time.Unix(int64(i), 0))
			}
		}
	}()
	var changed *ChangedError
	for range 200 {
		if _, err := Read(e, 0); errors.As(err, &changed) {
			break
		}
	}
	close(stop)
	<-done
	if changed == nil {
		t.Error("a file whose time changes all along was taken as steady in 200 reads")
	}
	if data, err := Read(e, 0); err != nil || len(data) != 1<<20 {
		t.Errorf("once it holds still: %d bytes, %v", len(data), err)
	}
}

func TestAFileThatGrewOverTheLimitIsRefused(t *testing.T) {
	root := lay(t, map[string]string{"a.md": "small"})
	e := entryOf(t, root, "a.md")
	if err := os.WriteFile(filepath.Join(root, "a.md"), make([]byte, 100), 0o644); err != nil {
		t.Fatal(err)
	}
	var refused *SizeError
	if _, err := Read(e, 50); !errors.As(err, &refused) || fmt.Sprint(refused.Bytes, refused.Limit) != "100 50" {
		t.Errorf("got %v", err)
	}
}
