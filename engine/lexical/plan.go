package lexical

import (
	"cmp"
	"slices"
)

// Group is one word of a question: the terms that it has in the languages of an index, with and
// without accents. Any of them stands for the word, so the group is weighed as one term:
//
//   - tf is the greatest tf of its terms in a text, not their sum. A text is analysed in one
//     language, and where an accented word gave it two terms, both stand for one occurrence.
//   - df is the number of texts that hold any of its terms. The greatest df of its terms is a lower
//     bound that is exact where one language wrote the texts.
type Group struct {
	Terms []string // in order of bytes, each once
	// Heads are the terms that may be the last part of a compound written as one word, as German
	// does: see IsCompound.
	Heads    []Head
	Position int // of the word in its phrase or question
	Count    int // how often the question says it; its score counts that many times
}

// Plan is what an index has to look up for a question.
type Plan struct {
	// Scored are the words that rank, of words and phrases alike, each once, in order of their
	// first terms: the order in which to add up scores. Function words are left out unless the
	// question has no others.
	Scored []Group
	// Phrases must each occur, and none of Without may: see FindPhrase. Their groups are in order
	// of position and keep function words.
	Phrases, Without [][]Group
}

// Plan analyses the question for an index that holds texts in these languages; none means Unknown.
// A part without any term, such as a lone bracket, asks for nothing.
func (q Query) Plan(languages []Language) Plan {
	languages = stemmable(languages)
	var plan Plan
	var words, stops []Group
	stop := stopTest(q.Text(), languages)
	for _, part := range q.Parts {
		groups := groupsOf(part.Text, languages)
		if part.Phrase && len(groups) > 0 {
			plan.Phrases = append(plan.Phrases, bare(groups))
		}
		for _, group := range groups {
			if stop(group.surface) {
				stops = append(stops, group.Group)
			} else {
				words = append(words, group.Group)
			}
		}
	}
	if len(words) == 0 {
		words = stops
	}
	plan.Scored = merged(words)
	for _, part := range q.Without {
		if groups := groupsOf(part.Text, languages); len(groups) > 0 {
			plan.Without = append(plan.Without, bare(groups))
		}
	}
	return plan
}

// spoken is a group with the characters it was made from.
type spoken struct {
	Group
	surface string
}

// groupsOf analyses text in each language and puts the terms of one stretch together. Where words
// begin and end does not depend on the language, so stretches meet exactly.
func groupsOf(text string, languages []Language) []spoken {
	type reading struct {
		Token
		language Language
	}
	var readings []reading
	for _, language := range languages {
		for _, token := range analyze(text, language, true) {
			readings = append(readings, reading{token, language})
		}
	}
	slices.SortStableFunc(readings, func(a, b reading) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	letters := []rune(text)
	var groups []spoken
	for i, r := range readings {
		if i == 0 || r.Start != readings[i-1].Start || r.End != readings[i-1].End {
			groups = append(groups, spoken{Group{Position: r.Position, Count: 1}, string(letters[r.Start:r.End])})
		}
		g := &groups[len(groups)-1]
		g.Terms = append(g.Terms, r.Term)
		if isHead(r.Term, r.language) {
			g.Heads = append(g.Heads, Head{r.Term, r.language})
		}
	}
	for i := range groups {
		groups[i].Terms = sortedSet(groups[i].Terms)
	}
	return groups
}

// merged puts equal groups together and sorts them by their terms. The position of a word in a
// question means nothing any more.
func merged(groups []Group) []Group {
	for i := range groups {
		groups[i].Position = 0
	}
	slices.SortFunc(groups, func(a, b Group) int { return slices.Compare(a.Terms, b.Terms) })
	var out []Group
	for _, group := range groups {
		if n := len(out); n > 0 && slices.Equal(out[n-1].Terms, group.Terms) {
			out[n-1].Count++
		} else {
			out = append(out, group)
		}
	}
	return out
}

// stopTest tells which words of a question are function words. The language is the one among those
// of the index that the question is written in; where that cannot be told, a word has to be a
// function word in each: "die" is one in German and none in English.
func stopTest(question string, languages []Language) func(surface string) bool {
	if language := detect(question, languages); language != Unknown {
		languages = []Language{language}
	}
	return func(surface string) bool {
		known := 0
		for _, language := range languages {
			if language == Unknown {
				continue
			}
			if !IsStop(surface, language) {
				return false
			}
			known++
		}
		return known > 0
	}
}

// stemmable are the languages in which a text has terms of its own: all others are Unknown.
func stemmable(languages []Language) []Language {
	var out []Language
	for _, language := range languages {
		if _, stems := stemmers[language]; !stems {
			language = Unknown
		}
		out = append(out, language)
	}
	if len(out) == 0 {
		return []Language{Unknown}
	}
	return sortedSet(out)
}

func bare(groups []spoken) []Group {
	out := make([]Group, len(groups))
	for i, group := range groups {
		out[i] = group.Group
	}
	return out
}

func sortedSet[S ~string](values []S) []S {
	slices.Sort(values)
	return slices.Compact(values)
}
