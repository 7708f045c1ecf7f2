package extract

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/pelletier/go-toml/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"octavo/engine/corpus"
)

// readMarkdown keeps the source as it is written, code included, and takes the front matter off
// as metadata. The title is the front matter's, else the first heading. Front matter that cannot be
// read stays text, and the metadata says why.
func readMarkdown(ctx context.Context, x *Extractor, data []byte) (Result, error) {
	result, err := readText(ctx, x, data)
	if err != nil {
		return result, err
	}
	source := result.Text.Characters
	metadata, body, err := splitFrontMatter(source)
	if err != nil {
		metadata = map[string]any{"frontMatterError": firstLine(err.Error())}
	} else {
		result.Text = corpus.Text{Characters: body}
	}
	maps.Copy(metadata, result.Metadata)
	result.Metadata = metadata
	if title, ok := metadata["title"].(string); ok {
		result.Title = title
	} else {
		result.Title = firstHeading(body)
	}
	return result, nil
}

// splitFrontMatter separates YAML between lines of "---" or TOML between lines of "+++" from the
// text behind it, also where it cannot be read.
func splitFrontMatter(source string) (metadata map[string]any, body string, err error) {
	for fence, decode := range map[string]func([]byte, any) error{"---": yaml.Unmarshal, "+++": toml.Unmarshal} {
		block, rest, found := cutBlock(source, fence)
		if !found {
			continue
		}
		metadata, err := decodeMetadata(block, decode)
		return metadata, rest, err
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
	for line := range strings.Lines(after) {
		if strings.TrimRight(line, " \t\r\n") == fence {
			return after[:at], after[at+len(line):], true
		}
		at += len(line)
	}
	return "", "", false
}

// decodeMetadata brings values into the types of JSON.
func decodeMetadata(block string, decode func([]byte, any) error) (map[string]any, error) {
	raw := map[string]any{}
	if err := decode([]byte(block), &raw); err != nil {
		return nil, err
	}
	if raw == nil { // YAML's null
		return map[string]any{}, nil
	}
	plain, err := json.Marshal(readable(raw))
	if err != nil {
		return nil, err
	}
	metadata := map[string]any{}
	err = json.Unmarshal(plain, &metadata)
	return metadata, err
}

// readable writes days as days: decoders turn 2025-03-01 into an instant.
func readable(value any) any {
	switch v := value.(type) {
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.RFC3339)
	case map[string]any:
		for key := range v {
			v[key] = readable(v[key])
		}
	case []any:
		for i := range v {
			v[i] = readable(v[i])
		}
	}
	return value
}

// firstHeading is the text of the first heading of any level; empty without one.
func firstHeading(body string) string {
	source := []byte(body)
	var title string
	root := goldmark.DefaultParser().Parse(text.NewReader(source))
	_ = ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if heading, ok := node.(*ast.Heading); ok && entering {
			title = inline(heading, source)
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return title
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
