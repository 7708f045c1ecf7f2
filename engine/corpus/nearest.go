package corpus

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest is the candidate that name was most likely meant to be: the one with the fewest edits,
// letter case aside, if they are at most a third of the name; else the empty string. Ties fall to
// the first.
func Nearest[S ~string](name S, candidates []S) S {
	var best S
	fewest := len(name)/3 + 1
	for _, candidate := range candidates {
		edits := levenshtein.ComputeDistance(strings.ToLower(string(name)), strings.ToLower(string(candidate)))
		if edits < fewest {
			best, fewest = candidate, edits
		}
	}
	return best
}
