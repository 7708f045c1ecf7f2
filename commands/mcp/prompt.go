package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/engine"
)

var chainPrompt = &sdk.Prompt{
	Name: "answer_from_documents", Title: "Answer from the documents",
	Description: "Leads from a question to passages that can be cited: browse, narrow down, search, read",
	Arguments: []*sdk.PromptArgument{
		{Name: "question", Title: "Question", Description: "What is to be answered", Required: true},
	},
}

// chain writes the steps with the names of the tools that are there.
func (s *Server) chain(_ context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
	question := strings.TrimSpace(request.Params.Arguments["question"])
	var text strings.Builder
	fmt.Fprintf(&text, "Answer this question from the indexed documents, and from nothing else:\n\n%s\n\nGo step by step:\n", question)
	for i, step := range steps(s.current()) {
		fmt.Fprintf(&text, "%d. %s\n", i+1, step)
	}
	text.WriteString("\nCite each statement with file, page where there is one, and passage. Say so where the documents do not answer.")
	return &sdk.GetPromptResult{
		Description: chainPrompt.Description,
		Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text.String()}}},
	}, nil
}

// steps lead from the broadest picture to a passage, by the tools that are enabled.
func steps(e *engine.Engine) []string {
	var out []string
	settings := e.Config.FileSearch
	if c := settings.ListCategories; c.Enabled {
		out = append(out, c.ToolName+" shows what there is. Choose the category that the question belongs to, if one does.")
	}
	if c := settings.ListGroups; c.Enabled {
		out = append(out, c.ToolName+" narrows that down to a group.")
	}
	if c := settings.FullTextSearch; c.Enabled {
		out = append(out, c.ToolName+" finds documents by words, in that category and group.")
	}
	if c := settings.ListFiles; c.Enabled {
		out = append(out, c.ToolName+" lists the documents of a small group.")
	}
	return append(out,
		"search_chunks finds passages by meaning. Ask again in other words where the hits miss the question.",
		"get_chunk reads a hit in full; prevIndex and nextIndex lead to what stands around it.",
		"get_file reads the whole document where a passage cuts a table or a list.",
	)
}
