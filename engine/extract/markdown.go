package extract

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v3"

	"octavo/engine/corpus"
)

// titleReach bounds where a title is looked for, in bytes: parsing takes time that grows with the
// square of what some texts nest.
const titleReach = 16 << 10

// frontMatterReach bounds front matter, in bytes. A longer block between fences is text.
const frontMatterReach = 64 << 10

// readMarkdown keeps the source as it is written, code included, and takes the front matter off
// as metadata. The title is the front matter's, else the first heading. Front matter that cannot be
// read stays text, and the metadata says why.
func readMarkdown(ctx context.Context, x *Extractor, data []byte) (Result, error) {
	result, err := readText(ctx, x, data)
	if err != nil {
		return result, err
	}
	metadata, body, err := splitFrontMatter(result.Text.Characters)
	if err != nil {
		metadata["frontMatterError"] = firstLine(err.Error())
	} else {
		result.Text = corpus.Text{Characters: body}
	}
	maps.Copy(metadata, result.Metadata)
	result.Metadata = metadata
	result.Title = cmp.Or(scalar(metadata["title"]), firstHeading(body))
	return result, nil
}

// splitFrontMatter separates YAML between lines of "---" or TOML between lines of "+++" from the
// text behind it, also where it cannot be read. The metadata is never nil.
func splitFrontMatter(source string) (metadata map[string]any, body string, err error) {
	for fence, decode := range map[string]func([]byte, any) error{"---": yaml.Unmarshal, "+++": toml.Unmarshal} {
		if block, rest, found := cutBlock(source, fence); found {
			metadata, err := decodeMetadata(block, decode)
			return metadata, rest, err
		}
	}
	return map[string]any{}, source, nil
}

// cutBlock finds a block that opens the source and is fenced by lines of the fence alone.
func cutBlock(source, fence string) (block, rest string, found bool) {
	first, after, more := strings.Cut(source, "\n")
	if !more || strings.TrimRight(first, " \t\r") != fence {
		return "", "", false
	}
	at := 0
	for line := range strings.Lines(after[:min(len(after), frontMatterReach)]) {
		if strings.TrimRight(line, " \t\r\n") == fence {
			return after[:at], after[at+len(line):], true
		}
		at += len(line)
	}
	return "", "", false
}

// decodeMetadata brings values into the types of JSON.
func decodeMetadata(block string, decode func([]byte, any) error) (map[string]any, error) {
	metadata := map[string]any{}
	var raw map[string]any
	if err := decode([]byte(block), &raw); err != nil || len(raw) == 0 {
		return metadata, err
	}
	encoded, err := json.Marshal(writable(raw))
	if err != nil {
		return metadata, err
	}
	err = json.Unmarshal(encoded, &metadata)
	return metadata, err
}

// writable replaces what JSON cannot hold, and writes days as days: decoders turn 2025-03-01 into
// an instant.
func writable(value any) any {
	switch v := value.(type) {
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.RFC3339)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
	case map[string]any:
		for key := range v {
			v[key] = writable(v[key])
		}
	case map[any]any:
		out := make(map[string]any, len(v))
		for key := range v {
			out[fmt.Sprint(key)] = writable(v[key])
		}
		return out
	case []any:
		for i := range v {
			v[i] = writable(v[i])
		}
	}
	return value
}

// scalar is a value as a title would be written; empty where it is no scalar.
func scalar(value any) string {
	switch value.(type) {
	case string, float64, bool:
		return fmt.Sprint(value)
	}
	return ""
}

// firstHeading is the text of the first heading of any level; empty where there is none within
// titleReach.
func firstHeading(body string) string {
	source := []byte(body[:min(len(body), titleReach)])
	var title string
	root := goldmark.DefaultParser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if heading, ok := node.(*ast.Heading); ok && entering {
			title = inline(heading, source)
		}
		if strings.TrimSpace(title) != "" {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return strings.ToValidUTF8(title, "")
}

// inline is what a reader sees of a node: text and code without their markers.
func inline(node ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch leaf := n.(type) {
		case *ast.Text:
			b.Write(leaf.Value(source))
			if leaf.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(leaf.Value)
		case *ast.AutoLink:
			b.Write(leaf.Label(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
