package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"

	"octavo/engine/eval"
)

type abstract struct {
	ID    string `json:"_id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// readAbstracts leaves out the two that are blank.
func readAbstracts(path string) ([]abstract, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out []abstract
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a abstract
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return nil, err
		}
		if strings.TrimSpace(a.Text) != "" {
			out = append(out, a)
		}
	}
	return out, lines.Err()
}

// withoutTitle is the text without the title that it begins with. Where it begins otherwise (two
// have a slip in one of the two places) or holds nothing else, ok is false.
func (a abstract) withoutTitle() (text string, ok bool) {
	text = strings.Join(strings.Fields(a.Text), " ")
	title := strings.Join(strings.Fields(a.Title), " ")
	rest, ok := strings.CutPrefix(text, title)
	rest = strings.TrimSpace(rest)
	return rest, ok && title != "" && rest != ""
}

func writeQueries(path string, queries []eval.Query) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := eval.WriteQueries(file, queries); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
