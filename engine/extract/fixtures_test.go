package extract

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"octavo/engine/corpus"
)

func readFixture(t *testing.T, path string) (Result, error) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../fixtures", path))
	if err != nil {
		t.Fatal(err)
	}
	return pdfs.Extract(t.Context(), corpus.FilePath(path), data)
}

func TestEachQuestionsPassageIsInItsFile(t *testing.T) {
	questions, err := os.Open("../../fixtures/questions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer questions.Close()
	asked := 0
	for lines := bufio.NewScanner(questions); lines.Scan(); asked++ {
		var q struct{ ID, File, Passage string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		result, err := readFixture(t, "reports/"+q.File)
		if err != nil {
			t.Fatalf("%s: %v", q.File, err)
		}
		oneLine := strings.Join(strings.Fields(result.Text.Characters), " ")
		if !strings.Contains(oneLine, strings.Join(strings.Fields(q.Passage), " ")) {
			t.Errorf("%s: %q is not in the text of %s", q.ID, q.Passage, q.File)
		}
	}
	if asked < 20 {
		t.Errorf("only %d questions", asked)
	}
}

func TestHostileFixturesAreReadOrNamed(t *testing.T) {
	for file, want := range map[string]string{
		"binary.txt": ReasonBinary, "blank.txt": ReasonBlank, "empty.txt": ReasonEmpty,
		"front-matter-broken.md": "", "front-matter-unclosed.md": "", "invalid-utf8.txt": "",
		"truncated.pdf": "failed", "truncated.txt.gz": "failed",
	} {
		_, err := readFixture(t, "hostile/"+file)
		got := ""
		var refused *Refused
		switch {
		case errors.As(err, &refused):
			got = refused.Reason
		case err != nil:
			got = "failed"
		}
		if got != want {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}
