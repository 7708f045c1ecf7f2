package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func save(t testing.TB, s Saved) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSaved(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func savedRun(t testing.TB) Saved {
	report := many(t, "hybrid <1>", 3, map[int]int{1: 2, 2: -1})
	hit := &report.Questions[0].Hits[0]
	hit.Document.Collection, hit.Chunk, hit.Page, hit.Score = "ACME/Reports", 4, 2, .1234567890123
	report.Drafted, report.WithoutHits, report.WithoutRelevant, report.Unjudged = 1, 2, 3, 4
	return Saved{
		Report: report, Index: IndexFacts{Snapshot: "9f2c", Generation: 2},
		Settings: map[string]string{"mode": "hybrid", "limit": "100", "fusion": "z"},
	}
}

func TestASavedRunIsReadBackTheSame(t *testing.T) {
	s := savedRun(t)
	content := save(t, s)
	got, err := ReadSaved("run.json", bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	// Measures hold functions, which are never equal: they are compared by name.
	for i, m := range got.Report.Measures {
		if m.String() != s.Report.Measures[i].String() {
			t.Errorf("measure %s, want %s", m, s.Report.Measures[i])
		}
	}
	got.Report.Measures, s.Report.Measures = nil, nil
	if !reflect.DeepEqual(got, s) {
		t.Errorf("got %+v\nwant %+v", got, s)
	}
	if c, err := Compare(savedRun(t).Report, savedRun(t).Report, CompareOptions{}); err != nil || c.Changes[0].Difference != 0 {
		t.Errorf("a saved run is no baseline of itself: %+v, %v", c, err)
	}
}

func TestEqualRunsAreSavedAsEqualBytesWithALineForEachQuestion(t *testing.T) {
	first, second := save(t, savedRun(t)), save(t, savedRun(t))
	if !bytes.Equal(first, second) {
		t.Errorf("%s\nand\n%s", first, second)
	}
	if !json.Valid(first) {
		t.Errorf("not JSON: %s", first)
	}
	lines := strings.Split(strings.TrimSuffix(string(first), "\n"), "\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[1], `{"id":"q00",`) || !strings.Contains(lines[0], `"hybrid <1>"`) {
		t.Errorf("%d lines:\n%s", len(lines), first)
	}
}

func TestWhatIsNoSavedRunIsRefused(t *testing.T) {
	good := string(save(t, savedRun(t)))
	var refused *ReadError
	for name, text := range map[string]string{
		"no JSON":            "run",
		"another object":     `{"schema":"octavo.search/1"}`,
		"a later form":       strings.Replace(good, savedSchema, "octavo.run/2", 1),
		"an unknown measure": strings.Replace(good, `"measure":"mrr"`, `"measure":"f1"`, 1),
		"a value too few":    strings.Replace(good, `"values":[1,1]`, `"values":[1]`, 1),
		"two files in one":   good + good,
		"half a file":        good[:len(good)/2],
	} {
		if _, err := ReadSaved("run.json", strings.NewReader(text)); !errors.As(err, &refused) || refused.File != "run.json" {
			t.Errorf("%s: %v", name, err)
		}
	}
	var empty *EmptyError
	if _, err := ReadSaved("run.json", strings.NewReader(`{"schema":"octavo.run/1","questions":[]}`)); !errors.As(err, &empty) {
		t.Errorf("no questions: %v", err)
	}
}

func FuzzASavedRunThatIsReadCanBeSavedAgain(f *testing.F) {
	f.Add(save(f, savedRun(f)))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := ReadSaved("f", bytes.NewReader(content))
		if err != nil {
			return
		}
		first := save(t, s)
		again, err := ReadSaved("f", bytes.NewReader(first))
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, first)
		}
		if second := save(t, again); !bytes.Equal(first, second) {
			t.Errorf("%s\nbecame\n%s", first, second)
		}
	})
}
