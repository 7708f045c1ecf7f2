package index

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"testing"

	"octavo/engine/corpus"
)

func runsOf(t *testing.T, path string) (runs, collections int) {
	t.Helper()
	r := openReader(t, path).(*fileReader)
	must(t, r.db.QueryRow(statement("publish/runs.sql", r.active.tables()...)).Scan(&runs, &collections))
	return runs, collections
}

func TestScatteredCollectionsAreLaidOutAgainAndAnswerAsBefore(t *testing.T) {
	ctx := context.Background()
	names := []string{"z", "a", "m"}
	var documents []NewDocument
	for i := range 3 * runsBorne {
		documents = append(documents, newDocument(names[i%3], fmt.Sprintf("%02d.txt", 99-i), fmt.Sprintf("text %d of these", i)))
	}
	path := built(t, sample()...)
	w := openWriter(t, path)
	begin(t, w, names...)
	must(t, w.RecordOutcomes(ctx, []Outcome{{Collection: "a", File: "x", Outcome: "failed"}}))
	for _, d := range documents {
		put(t, w, d)
	}
	memory := NewMemory()
	begin(t, memory, append(names, "ACME", "ACME/Reports")...)
	put(t, memory, append(documents, sample()...)...)
	want := publish(t, memory)
	if got := publish(t, w); got.Snapshot != want.Snapshot {
		t.Errorf("snapshot %s, want %s", got.Snapshot, want.Snapshot)
	}
	if runs, collections := runsOf(t, path); runs != collections || collections != 5 {
		t.Errorf("%d runs of %d collections", runs, collections)
	}
	got, expected := askAll(t, openReader(t, path), sample()), askAll(t, memory, sample())
	if !reflect.DeepEqual(got, expected) {
		t.Errorf("answers\n%.2000s\nwant\n%.2000s", spell(t, got), spell(t, expected))
	}
	var ledger int
	read(t, path, "SELECT count(*) FROM d.ingest_ledger", &ledger)
	if ledger != 1 {
		t.Errorf("%d ledger rows", ledger)
	}
	if _, err := os.Stat(freshPath(path)); err == nil {
		t.Error("the fresh file is left")
	}
}

func TestAFewScatteredRowsAreBorne(t *testing.T) {
	path := built(t)
	w := openWriter(t, path)
	for i := range 3 {
		put(t, w, newDocument([]string{"ACME", "ACME/Reports"}[i%2], "new.txt", fmt.Sprint("text ", i)))
	}
	publish(t, w)
	if runs, collections := runsOf(t, path); runs <= collections {
		t.Errorf("%d runs of %d collections: nothing was scattered, or all was written anew", runs, collections)
	}
}

func TestFreeSpaceIsGivenBack(t *testing.T) {
	path := vectorsFile(t, 60_000, 2, 384)
	before, err := os.Stat(path)
	must(t, err)
	w := openWriter(t, path)
	must(t, w.RemoveCollection(context.Background(), corpus.CollectionPath("c0")))
	publish(t, w)
	after, err := os.Stat(path)
	must(t, err)
	if after.Size() > before.Size()*2/3 {
		t.Errorf("the file had %d bytes; without half of its rows it has %d", before.Size(), after.Size())
	}
}

func TestTheListOfTablesIsThatOfTheSchema(t *testing.T) {
	r := openReader(t, built(t)).(*fileReader)
	listed := map[string]bool{}
	for _, name := range sharedTables {
		listed[name] = true
	}
	for _, kind := range []string{"vectors", "kept"} {
		listed[r.active.table(kind)] = true
	}
	must(t, each(context.Background(), r.db, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'octavo'", nil, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		if !listed[name] {
			t.Errorf("table %s is not copied when a file is written anew", name)
		}
		delete(listed, name)
		return err
	}))
	if len(listed) > 0 {
		t.Errorf("tables that do not exist: %v", listed)
	}
}
