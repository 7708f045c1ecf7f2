package build

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/extract"
	"octavo/engine/index"
)

// letters embeds a text as the unit vector of how often each letter occurs: a model small enough
// for these tests to know what it must have been asked.
type letters struct {
	asked map[string]int
	fail  string // a text with this word breaks the model
}

func (l *letters) Spec() embed.Spec { return embed.Spec{Model: "letters", Dimension: 27} }

func (l *letters) EmbedQuery(ctx context.Context, text string) ([]float32, error) {
	vectors, err := l.EmbedDocuments(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

func (l *letters) EmbedDocuments(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if l.fail != "" && strings.Contains(text, l.fail) {
			return nil, errors.New("the model broke")
		}
		l.asked[text]++
		counts := make([]float64, 27)
		counts[26] = 1
		for _, r := range strings.ToLower(text) {
			if r >= 'a' && r <= 'z' {
				counts[r-'a']++
			}
		}
		out[i] = unit(counts)
	}
	return out, nil
}

func unit(counts []float64) []float32 {
	sum := 0.0
	for _, c := range counts {
		sum += c * c
	}
	out := make([]float32, len(counts))
	for i, c := range counts {
		out[i] = float32(c / math.Sqrt(sum))
	}
	return out
}

type world struct {
	t     *testing.T
	root  string
	index *index.Memory
	model *letters
}

func newWorld(t *testing.T, paths ...string) *world {
	w := &world{t: t, root: tree(t, paths...), index: index.NewMemory(), model: &letters{asked: map[string]int{}}}
	spec := index.GenerationSpec{Model: "letters", Dimension: 27, Window: 1000, Overlap: 150, Chunker: 1}
	if _, err := w.index.BeginGeneration(t.Context(), spec); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	full := filepath.Join(w.root, path)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) build(ctx context.Context, r Request) (Summary, error) {
	w.t.Helper()
	if r.Paths == nil {
		r.Paths = []string{w.root}
	}
	r.Collection = "c"
	recorded, err := w.index.Collections(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	plan, err := Resolve(r, recorded, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	scan, err := Scan(ctx, r, plan, w.index.Files)
	if err != nil {
		return Summary{}, err
	}
	b := Builder{Writer: w.index, Embedder: w.model, Extractor: extract.New(extract.Options{})}
	return b.Run(ctx, r, plan, scan)
}

func (w *world) mustBuild(r Request) Summary {
	w.t.Helper()
	s, err := w.build(w.t.Context(), r)
	if err != nil {
		w.t.Fatal(err)
	}
	if s.Seen != s.Added+s.Changed+s.Unchanged+s.Skipped+s.Failed {
		w.t.Errorf("the counts do not add up to the files seen: %+v", s)
	}
	return s
}

func (w *world) files() []corpus.FilePath {
	w.t.Helper()
	known, err := w.index.Files(w.t.Context(), "c")
	if err != nil {
		w.t.Fatal(err)
	}
	var out []corpus.FilePath
	for file := range known {
		out = append(out, file)
	}
	slices.Sort(out)
	return out
}

func TestABuildFollowsItsSources(t *testing.T) {
	w := newWorld(t, "a.txt", "sub/b.txt", "d.txt")
	if s := w.mustBuild(Request{}); s.Added != 3 || s.Embedded != 3 {
		t.Fatalf("first build: %+v", s)
	}
	if s := w.mustBuild(Request{}); s.Unchanged != 3 || s.Embedded != 0 {
		t.Fatalf("nothing to do: %+v", s)
	}
	w.write("a.txt", "other words")
	if err := errors.Join(os.Remove(filepath.Join(w.root, "d.txt")), os.Rename(filepath.Join(w.root, "sub/b.txt"), filepath.Join(w.root, "sub/c.txt"))); err != nil {
		t.Fatal(err)
	}
	s := w.mustBuild(Request{})
	if s.Added != 1 || s.Changed != 1 || s.Removed != 2 || s.Embedded != 1 || s.Reused != 1 {
		t.Errorf("changed, removed and renamed: %+v", s)
	}
	if got, want := w.files(), []corpus.FilePath{"a.txt", "sub/c.txt"}; !slices.Equal(got, want) {
		t.Errorf("the index holds %q, want %q", got, want)
	}
	if s := w.mustBuild(Request{Force: true}); s.Changed != 2 || s.Embedded != 0 || s.Reused != 2 {
		t.Errorf("a forced build embeds unchanged text again: %+v", s)
	}
}

func TestEqualTextIsEmbeddedOnce(t *testing.T) {
	w := newWorld(t)
	for i := range 40 {
		w.write(fmt.Sprintf("%d.txt", i), "the same words everywhere")
	}
	s := w.mustBuild(Request{})
	if s.Embedded != 1 || s.Reused != 39 || w.model.asked["the same words everywhere"] != 1 {
		t.Errorf("%+v, the model was asked %v", s, w.model.asked)
	}
}

func TestAPartialBuildRemovesNothingOutsideItsPart(t *testing.T) {
	w := newWorld(t, "a.txt", "sub/b.txt", "sub/c.txt")
	w.mustBuild(Request{})
	if err := errors.Join(os.Remove(filepath.Join(w.root, "a.txt")), os.Remove(filepath.Join(w.root, "sub/b.txt"))); err != nil {
		t.Fatal(err)
	}
	w.mustBuild(Request{Paths: []string{filepath.Join(w.root, "sub")}})
	if got, want := w.files(), []corpus.FilePath{"a.txt", "sub/c.txt"}; !slices.Equal(got, want) {
		t.Errorf("the index holds %q, want %q", got, want)
	}
}

func TestBadFilesAreCountedAndNeverStopABuild(t *testing.T) {
	w := newWorld(t, "good.txt")
	w.write("zero.txt", "")
	w.write("blank.md", " \n")
	w.write("picture.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	w.write("broken.txt.gz", "\x1f\x8b\x08\x00damaged")
	s := w.mustBuild(Request{})
	if s.Added != 1 || s.Skipped != 3 || s.Failed != 1 {
		t.Errorf("%+v", s)
	}
	var codes []string
	for _, r := range s.Reasons {
		codes = append(codes, fmt.Sprintf("%s %s %d %s", r.Outcome, r.Code, r.Count, r.Example))
	}
	want := []string{"failed extraction-failed 1 broken.txt.gz", "skipped blank 1 blank.md", "skipped empty 1 zero.txt", "skipped unsupported 1 picture.png"}
	if !slices.Equal(codes, want) {
		t.Errorf("reasons %q, want %q", codes, want)
	}
}

func TestAFileThatCanNoLongerBeIndexedIsNotFoundAnyMore(t *testing.T) {
	w := newWorld(t, "a.txt", "b.txt", "c.txt.gz")
	w.mustBuild(Request{})
	w.write("a.txt", "")
	w.write("c.txt.gz", "\x1f\x8b\x08\x00damaged")
	s := w.mustBuild(Request{})
	if s.Removed != 1 || s.Skipped != 1 || s.Failed != 1 {
		t.Errorf("%+v", s)
	}
	if got, want := w.files(), []corpus.FilePath{"b.txt", "c.txt.gz"}; !slices.Equal(got, want) {
		t.Errorf("the index holds %q, want %q: what failed keeps its last good state", got, want)
	}
}

func TestSourcesThatVanishedWholeRemoveNothing(t *testing.T) {
	w := newWorld(t, "a.txt", "b.txt")
	w.mustBuild(Request{})
	if err := errors.Join(os.Remove(filepath.Join(w.root, "a.txt")), os.Remove(filepath.Join(w.root, "b.txt"))); err != nil {
		t.Fatal(err)
	}
	_, err := w.build(t.Context(), Request{})
	var empty *EmptyError
	if !errors.As(err, &empty) || empty.Documents != 2 || len(w.files()) != 2 {
		t.Errorf("%v; the index holds %q", err, w.files())
	}
}

func TestAnInterruptedBuildGoesOnWhereItStopped(t *testing.T) {
	w := newWorld(t)
	for i := range 200 {
		w.write(fmt.Sprintf("%03d.txt", i), fmt.Sprintf("text number %d of many", i))
	}
	ctx, cancel := context.WithCancel(t.Context())
	b := Builder{Writer: cancelling{w.index, cancel}, Embedder: w.model, Extractor: extract.New(extract.Options{})}
	plan, err := Resolve(Request{Paths: []string{w.root}, Collection: "c"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	scan, err := Scan(ctx, Request{}, plan, w.index.Files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Run(ctx, Request{}, plan, scan); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	kept := len(w.files())
	s := w.mustBuild(Request{})
	if kept == 0 || kept == 200 || s.Unchanged != kept || s.Added != 200-kept {
		t.Errorf("%d documents were kept, then %+v", kept, s)
	}
	for text, times := range w.model.asked {
		if times > 1 {
			t.Errorf("%q was embedded %d times", text, times)
		}
	}
}

// cancelling interrupts the build at its first commit of documents.
type cancelling struct {
	*index.Memory
	cancel context.CancelFunc
}

func (c cancelling) Put(ctx context.Context, documents []index.NewDocument) error {
	c.cancel()
	return c.Memory.Put(ctx, documents)
}

func TestAModelThatFailsEndsTheBuildAndKeepsWhatIsPaid(t *testing.T) {
	w := newWorld(t, "a.txt", "b.txt")
	w.mustBuild(Request{})
	w.write("z.txt", "poison")
	w.model.fail = "poison"
	if _, err := w.build(t.Context(), Request{}); err == nil || !strings.Contains(err.Error(), "the model broke") {
		t.Errorf("got %v", err)
	}
	if len(w.files()) != 2 {
		t.Errorf("the index holds %q", w.files())
	}
}

func TestProgressNeverRunsBackwardsAndEndsAtTheTotal(t *testing.T) {
	w := newWorld(t)
	for i := range 50 {
		w.write(fmt.Sprintf("%d.txt", i), fmt.Sprintf("text %d", i))
	}
	var last Progress
	plan, err := Resolve(Request{Paths: []string{w.root}, Collection: "c"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	scan, err := Scan(t.Context(), Request{}, plan, w.index.Files)
	if err != nil {
		t.Fatal(err)
	}
	b := Builder{Writer: w.index, Embedder: w.model, Extractor: extract.New(extract.Options{}), Report: func(p Progress) {
		if p.Done < last.Done || p.Embedded < last.Embedded || p.Chunks < last.Chunks || p.Embedded > p.Chunks || p.Files != 50 {
			t.Errorf("after %+v came %+v", last, p)
		}
		last = p
	}}
	if _, err := b.Run(t.Context(), Request{}, plan, scan); err != nil {
		t.Fatal(err)
	}
	if last.Done != 50 || last.Embedded != 50 || last.Chunks != 50 {
		t.Errorf("the last report is %+v", last)
	}
}
