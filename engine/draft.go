package engine

import (
	"context"
	"math/rand/v2"
	"path"

	"octavo/engine/corpus"
	"octavo/engine/eval"
	"octavo/engine/index"
	"octavo/engine/lexical"
	"octavo/engine/search"
)

// DraftRequest says how many questions to draft, and from which collections: Scope is that of a
// SearchRequest; without it the whole file is taken.
type DraftRequest struct {
	Count int
	Seed  uint64
	Scope string
}

// DraftAnswer holds drafted questions; fewer than were asked for where the file yields no more.
type DraftAnswer struct {
	Queries   []eval.Query
	Documents int // that were sampled
	Passages  int
}

// Bounds of a sample. It reads more documents than questions are asked for, so that words have
// frequencies, and no more than a few passages of each.
const (
	fewestSampled  = 200
	sampledPerItem = 4
	passagesEach   = 4
)

// DraftJudgements drafts known-item questions from a sample of the file: see eval.Draft.
// Errors: *UsageError, *search.UnknownCollectionError, *eval.EmptyError where nothing can be asked.
func (e *Engine) DraftJudgements(ctx context.Context, r DraftRequest) (DraftAnswer, error) {
	if r.Count < 1 {
		return DraftAnswer{}, &UsageError{Message: "at least one question must be drafted"}
	}
	reader, err := e.open(ctx)
	if err != nil {
		return DraftAnswer{}, err
	}
	defer reader.Close()
	documents, err := within(ctx, reader, r.Scope)
	if err != nil {
		return DraftAnswer{}, err
	}
	random := rand.New(rand.NewPCG(r.Seed, 3))
	random.Shuffle(len(documents), func(i, j int) { documents[i], documents[j] = documents[j], documents[i] })
	documents = documents[:min(len(documents), max(fewestSampled, sampledPerItem*r.Count))]
	answer := DraftAnswer{Documents: len(documents)}
	var samples []eval.Sample
	for _, name := range documents {
		of, err := samplesOf(ctx, reader, name, random)
		if err != nil {
			return answer, err
		}
		samples = append(samples, of...)
	}
	answer.Passages = len(samples)
	answer.Queries = eval.Draft(samples, eval.DraftOptions{Count: r.Count, Seed: r.Seed, Frequency: frequencies(samples)})
	if len(answer.Queries) == 0 {
		return answer, &eval.EmptyError{What: "passages from which a question could be drafted", In: e.Config.Database}
	}
	return answer, nil
}

// within lists the documents of a scope.
func within(ctx context.Context, reader index.Reader, scope string) ([]eval.DocumentName, error) {
	query := search.Query{All: scope == ""}
	if scope != "" {
		var err error
		if query.Anchor, err = corpus.ParseCollectionPath(scope); err != nil {
			return nil, err
		}
	}
	known, err := shelves(ctx, reader)
	if err != nil {
		return nil, err
	}
	collections, err := query.Resolve(known)
	if err != nil {
		return nil, err
	}
	return documentsOf(ctx, reader, collections)
}

// samplesOf draws passages of a document.
func samplesOf(ctx context.Context, reader index.Reader, name eval.DocumentName, random *rand.Rand) ([]eval.Sample, error) {
	document, err := reader.Document(ctx, index.Locator{Collection: name.Collection, File: name.File})
	if err != nil {
		return nil, err
	}
	var drawn []index.ChunkRef
	for _, i := range random.Perm(document.Chunks)[:min(passagesEach, document.Chunks)] {
		drawn = append(drawn, index.ChunkRef{Collection: name.Collection, File: name.File, Index: i})
	}
	passages, err := reader.Passages(ctx, drawn)
	if err != nil {
		return nil, err
	}
	var out []eval.Sample
	for _, p := range passages {
		title := p.Title
		if title == path.Base(string(name.File)) {
			title = "" // stands for a missing one, and asks for nothing
		}
		out = append(out, eval.Sample{Document: name, Title: title, Text: p.Text, Page: p.Page})
	}
	return out, nil
}

// frequencies counts the documents among the samples that hold a word. Words are compared without
// stemming: the language of a word alone cannot be told. A run of letters that gives several terms,
// as in scripts without spaces, is as frequent as the rarest of them. Function words of the samples'
// languages ask for nothing and count 0.
func frequencies(samples []eval.Sample) func(word string) int {
	holders := map[string]map[eval.DocumentName]bool{}
	languages := map[lexical.Language]bool{}
	for _, s := range samples {
		languages[lexical.Detect(s.Text)] = true
		for _, token := range lexical.Analyze(s.Text, lexical.Unknown) {
			if holders[token.Term] == nil {
				holders[token.Term] = map[eval.DocumentName]bool{}
			}
			holders[token.Term][s.Document] = true
		}
	}
	return func(word string) int {
		for language := range languages {
			if lexical.IsStop(word, language) {
				return 0
			}
		}
		rarest := 0
		for i, token := range lexical.Analyze(word, lexical.Unknown) {
			if n := len(holders[token.Term]); i == 0 || n < rarest {
				rarest = n
			}
		}
		return rarest
	}
}
