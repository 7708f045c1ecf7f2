package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"octavo/engine"
	"octavo/engine/search"
)

// filed is a document of the property test, by what filters can see of it.
type filed struct {
	collection, file, title, team string
	modified                      time.Time
}

// condition is a random filter as it is typed, and what it means.
type condition struct {
	text  string
	holds func(d filed) bool
}

func conditions(random *rand.Rand) []condition {
	after, before := random.IntN(180), random.IntN(180)
	day := func(n int) time.Time { return time.Date(2024, 1, 1+n, 0, 0, 0, 0, time.UTC) }
	tenth, team, number := random.IntN(10), random.IntN(7), random.IntN(180)
	all := []condition{
		{"ext:md", func(d filed) bool { return strings.HasSuffix(d.file, ".md") }},
		{"-ext:md", func(d filed) bool { return !strings.HasSuffix(d.file, ".md") }},
		{fmt.Sprintf("file:shelf%d/", tenth), func(d filed) bool { return strings.HasPrefix(d.file, fmt.Sprintf("shelf%d/", tenth)) }},
		{fmt.Sprintf("file:%03d.*", number), func(d filed) bool { return strings.Contains(d.file, fmt.Sprintf("/%03d.", number)) }},
		{fmt.Sprintf("title:Volume-%d", tenth), func(d filed) bool { return strings.Contains(d.title, fmt.Sprintf("Volume-%d", tenth)) }},
		{fmt.Sprintf("meta.team:t%d", team), func(d filed) bool { return d.team == fmt.Sprintf("t%d", team) }},
		{"after:" + day(after).Format(time.DateOnly), func(d filed) bool { return !d.modified.Before(day(after)) }},
		{"before:" + day(before).Format(time.DateOnly), func(d filed) bool { return d.modified.Before(day(before)) }},
		{"namespace:A", func(d filed) bool { return d.collection == "A" || strings.HasPrefix(d.collection, "A/") }},
		{"namespace:A scope:exact", func(d filed) bool { return d.collection == "A" }},
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var chosen []condition
	for _, c := range all[:1+random.IntN(3)] {
		if strings.HasPrefix(c.text, "namespace:") && slices.ContainsFunc(chosen, func(o condition) bool { return strings.HasPrefix(o.text, "namespace:") }) {
			continue
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// shelve writes 180 documents of one passage each and builds a file of them; more would not all come
// in one answer, and the whole ranking is what filtered ones are held to.
func shelve(t *testing.T, e *engine.Engine) map[string]filed {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 2))
	shelf := map[string]filed{}
	for c, collection := range []string{"A", "A/B", "C"} {
		source := t.TempDir()
		for i := c; i < 180; i += 3 {
			extension := ".txt"
			d := filed{collection: collection, modified: time.Date(2024, 1, 1+i, 12, 0, 0, 0, time.UTC)}
			text := ""
			if i%2 == 0 {
				extension, d.team = ".md", fmt.Sprintf("t%d", i%7)
				d.title = fmt.Sprintf("Volume-%d number %d", i%10, i)
				text = fmt.Sprintf("---\nteam: %s\ntitle: %s\n---\n", d.team, d.title)
			}
			for range 20 + random.IntN(60) {
				text += vocabulary[random.IntN(len(vocabulary))] + " "
			}
			d.file = fmt.Sprintf("shelf%d/%03d%s", i%10, i, extension)
			at := filepath.Join(source, filepath.FromSlash(d.file))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(at, d.modified, d.modified); err != nil {
				t.Fatal(err)
			}
			shelf[collection+"/"+d.file] = d
		}
		if _, err := e.Build(context.Background(), engine.BuildRequest{Paths: []string{source}, Collection: collection, MaxSize: 1 << 20}, nil); err != nil {
			t.Fatal(err)
		}
	}
	return shelf
}

// A filter comes before the ranking: what it lets through comes in the order of the whole ranking,
// and as many as there are, up to the limit.
func TestAFilterNeverHidesWhatItLetsThrough(t *testing.T) {
	needModel(t)
	e := engineOn(filepath.Join(t.TempDir(), "octavo.duckdb"))
	defer e.Close()
	shelf := shelve(t, e)
	random := rand.New(rand.NewPCG(7, 7))
	ask := func(r engine.SearchRequest, find func(*engine.Engine, context.Context, engine.SearchRequest) (engine.SearchAnswer, error)) []string {
		t.Helper()
		answer, err := find(e, context.Background(), r)
		if err != nil {
			t.Fatalf("%q: %v", r.Query, err)
		}
		var names []string
		for _, h := range answer.Hits {
			names = append(names, string(h.Collection)+"/"+string(h.File))
		}
		return names
	}
	share := map[int]int{}
	for range rounds(t, 40) {
		chosen := conditions(random)
		question := vocabulary[random.IntN(len(vocabulary))] + " " + vocabulary[random.IntN(len(vocabulary))]
		filtered := question
		for _, c := range chosen {
			filtered += " " + c.text
		}
		matching := 0
		admits := func(name string) bool {
			return !slices.ContainsFunc(chosen, func(c condition) bool { return !c.holds(shelf[name]) })
		}
		for name := range shelf {
			if admits(name) {
				matching++
			}
		}
		share[min(3, matching*10/len(shelf))]++
		for i, find := range []func(*engine.Engine, context.Context, engine.SearchRequest) (engine.SearchAnswer, error){(*engine.Engine).Search, (*engine.Engine).SearchChunks} {
			for _, mode := range []search.Mode{search.ModeSemantic, search.ModeLexical, search.ModeHybrid} {
				limit := 1 + random.IntN(30)
				got := ask(engine.SearchRequest{Query: filtered, Mode: mode, All: true, Limit: limit}, find)
				if mode == search.ModeHybrid {
					if len(got) != min(limit, matching) || slices.ContainsFunc(got, func(name string) bool { return !admits(name) }) {
						t.Errorf("%v %q: %d hits of %d that match, limit %d: %v", i, filtered, len(got), matching, limit, got)
					}
					continue
				}
				want := slices.DeleteFunc(ask(engine.SearchRequest{Query: question, Mode: mode, All: true, Limit: search.MaxLimit}, find), func(name string) bool { return !admits(name) })
				if want = want[:min(limit, len(want))]; !slices.Equal(got, want) {
					t.Errorf("%v %s %q, limit %d: finds %v, brute force %v", i, mode, filtered, limit, got, want)
				}
			}
		}
	}
	if share[0] == 0 || share[1]+share[2] == 0 || share[3] == 0 {
		t.Errorf("the filters are not both narrow and wide: %v", share)
	}
}
