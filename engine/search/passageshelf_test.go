package search_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/index"
)

// shelf is long files made of passages, and questions whose answers are passages.
type shelf struct {
	name      string
	files     []parts
	questions []eval.Query
}

type passage struct{ id, text string }

// parts are the passages of one file.
type parts []passage

func (p parts) name(i int) string { return fmt.Sprintf("%04d.txt", i) }

func (p parts) text() string {
	var texts []string
	for _, part := range p {
		texts = append(texts, part.text)
	}
	return strings.Join(texts, "\n\n") + "\n"
}

func (s shelf) passages() int {
	n := 0
	for _, f := range s.files {
		n += len(f)
	}
	return n
}

// owners names for each chunk the passage with which it shares most of its text.
func (s shelf) owners(t *testing.T, reader index.Reader) map[index.ChunkRef]string {
	t.Helper()
	info, err := reader.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[index.ChunkRef]string{}
	for i, f := range s.files {
		whole, end := f.text(), 0
		at := index.ChunkRef{Collection: info.Collections[0].Path, File: corpus.FilePath(f.name(i))}
		for from := 0; end < len(strings.TrimRight(whole, "\n")); at.Index++ {
			chunks, err := reader.Passages(t.Context(), []index.ChunkRef{at})
			if err != nil || len(chunks) != 1 {
				t.Fatalf("chunk %v cannot be read: %v", at, err)
			}
			step := strings.Index(whole[from:], chunks[0].Text)
			if step < 0 {
				t.Fatalf("chunk %v is not in its file", at)
			}
			from += step
			end = from + len(chunks[0].Text)
			out[at] = f.owner(from, end)
		}
	}
	return out
}

// owner is the part that has most of the bytes from..end of the file.
func (p parts) owner(from, end int) string {
	most, owner, start := 0, "", 0
	for _, part := range p {
		if shared := min(end, start+len(part.text)) - max(from, start); shared > most {
			most, owner = shared, part.id
		}
		start += len(part.text) + len("\n\n")
	}
	return owner
}

func shelvesOf(t *testing.T, folder string) []shelf {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, "corpus.jsonl"))
	if err != nil {
		return []shelf{headings(t, folder)}
	}
	judged, err := eval.Load(filepath.Join(folder, "queries.jsonl"), filepath.Join(folder, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range judged.Queries {
		for i := range q.Answers {
			q.Answers[i].Document.File = corpus.FilePath(q.Answers[i].ID)
		}
	}
	var abstracts, untitled []passage
	var titles []eval.Query
	for line := range strings.Lines(string(content)) {
		var a struct{ ID, Title, Text string }
		if err := json.Unmarshal([]byte(strings.Replace(line, `"_id"`, `"id"`, 1)), &a); err != nil {
			t.Fatal(err)
		}
		text, title := strings.Join(strings.Fields(a.Text), " "), strings.Join(strings.Fields(a.Title), " ")
		if text == "" {
			continue
		}
		abstracts = append(abstracts, passage{a.ID, text})
		if rest, ok := strings.CutPrefix(text, title+" "); ok && title != "" {
			untitled = append(untitled, passage{a.ID, rest})
			titles = append(titles, knownItem(a.ID, title))
		}
	}
	return []shelf{
		{"judged questions, neighbouring abstracts in a file", files(abstracts), judged.Queries},
		{"judged questions, unrelated abstracts in a file", files(shuffled(abstracts)), judged.Queries},
		{"titles, neighbouring abstracts in a file", files(untitled), sample(titles)},
		{"titles, unrelated abstracts in a file", files(shuffled(untitled)), sample(titles)},
	}
}

func files(of []passage) []parts {
	var out []parts
	for group := range slices.Chunk(of, 8) {
		out = append(out, group)
	}
	return out
}

func shuffled[E any](of []E) []E {
	out := slices.Clone(of)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func sample(questions []eval.Query) []eval.Query {
	return shuffled(questions)[:min(400, len(questions))]
}

func knownItem(id, text string) eval.Query {
	return eval.Query{ID: id, Text: text, Answers: []eval.Answer{{ID: id, Grade: 1, Document: eval.DocumentName{File: corpus.FilePath(id)}}}}
}

var heading = regexp.MustCompile(`^(##+)\s+(.*?)[\s#]*(\{.*\})?\s*$`)

// headings asks for each heading of the Markdown files of a tree; its answer is the section below
// it. No heading stands in the files. Sections that say little, and headings of one word or of
// several sections, are not asked for.
func headings(t *testing.T, folder string) shelf {
	t.Helper()
	s := shelf{name: "headings of " + filepath.Base(folder)}
	asked := map[string][]eval.Query{} // by heading
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var f parts
		title, body, fenced := "", "", false
		end := func() {
			if body = strings.TrimSpace(body); body != "" {
				id := fmt.Sprintf("%s#%d", path, len(f))
				f = append(f, passage{id, body})
				if len(strings.Fields(title)) > 1 && len(body) >= 300 {
					asked[strings.ToLower(title)] = append(asked[strings.ToLower(title)], knownItem(id, title))
				}
			}
			body = ""
		}
		for line := range strings.Lines(string(content)) {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			if m := heading.FindStringSubmatch(strings.TrimSpace(line)); m != nil && !fenced {
				end()
				title = strings.Trim(m[2], "`")
				continue
			}
			body += line
		}
		end()
		if len(f) > 0 {
			s.files = append(s.files, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.files {
		for _, p := range f {
			for _, same := range asked {
				if len(same) == 1 && same[0].ID == p.id {
					s.questions = append(s.questions, same[0])
				}
			}
		}
	}
	s.questions = sample(s.questions)
	return s
}
