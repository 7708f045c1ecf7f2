package engine

import (
	"fmt"
	"strings"

	"octavo/engine/build"
	"octavo/engine/corpus"
	"octavo/engine/embed"
	"octavo/engine/filesearch"
	"octavo/engine/index"
	"octavo/engine/search"
)

// listed is how many names a hint shows at most.
const listed = 8

func hintMissing(err error) string {
	if missing := find[*index.MissingError](err); missing.Building != nil {
		return "Run octavo build to go on where it stopped, or wait for the build that runs"
	}
	return "Run octavo build FOLDER to make it, or name another file with --db"
}

func hintRoot(err error) string {
	refused := find[*build.RootError](err)
	return fmt.Sprintf("List it as another [[collection]] with path = %q in octavo.toml, or give it a collection of its own with --collection", refused.Collection)
}

func hintEmpty(err error) string {
	if find[*build.EmptyError](err).Documents == 0 {
		return ""
	}
	return "If it was emptied on purpose, build with --force to remove them"
}

func hintUnfinished(err error) string {
	return "Run octavo build to finish it, or remove " + quoteShell(find[*index.UnfinishedError](err).Path) + " to give it up"
}

func hintRelease(err error) string {
	live := `, or set serve = "live" under [filesearch] in octavo.toml`
	if known := find[*NoReleaseError](err).Known; len(known) > 0 {
		return "octavo versions activate LABEL releases one of " + list(known) + live
	}
	return "octavo versions cut LABEL --activate releases the live content" + live
}

func hintNear(err error) string {
	unknown := find[*filesearch.UnknownError](err)
	switch {
	case unknown.Near != "":
		return fmt.Sprintf("Did you mean %s? There are %s", unknown.Near, list(unknown.Known))
	case len(unknown.Known) == 0:
		return "There are none. Documents get one from their front matter, from [[filesearch.category]] in octavo.toml, or from their folders"
	}
	return "There are " + list(unknown.Known)
}

func hintVersions(err error) string {
	missing := find[*index.VersionMissingError](err)
	switch {
	case len(missing.Known) == 0:
		return "octavo versions cut LABEL --activate makes one of the live content"
	case missing.Label == index.VersionActive:
		return "octavo versions activate LABEL releases one of " + list(missing.Known)
	}
	if nearest := corpus.Nearest(missing.Label, missing.Known); nearest != "" {
		return fmt.Sprintf("Did you mean %s? The file has %s", nearest, list(missing.Known))
	}
	return "The file has " + list(missing.Known)
}

func hintScope(err error) string {
	names := find[*search.ScopeRequiredError](err).Collections
	return fmt.Sprintf("Add --scope %s, or --all for every collection: %s", quoteShell(string(names[0])), list(names))
}

func hintCollections(err error) string {
	unknown := find[*search.UnknownCollectionError](err)
	for _, c := range unknown.Collections {
		if c.Within(corpus.CollectionPath(unknown.Scope)) {
			return fmt.Sprintf("A scope means a collection and those above it. For what is below, put namespace:%s into the query", unknown.Scope)
		}
	}
	if unknown.Nearest != "" {
		return fmt.Sprintf("Did you mean %s? The file holds: %s", unknown.Nearest, list(unknown.Collections))
	}
	return "The file holds: " + list(unknown.Collections)
}

func hintModels(err error) string {
	return "Known models: " + strings.Join(find[*embed.ModelUnknown](err).Known, ", ")
}

func hintModelChanged(err error) string {
	changed := find[*ModelChangedError](err)
	return fmt.Sprintf("Leave --model and [embedder] out to go on with %s, or build another file: octavo build --db OTHER.duckdb --model %s",
		changed.Have, changed.Want)
}

func list[S ~string](names []S) string {
	shown := make([]string, 0, listed)
	for _, name := range names[:min(listed, len(names))] {
		shown = append(shown, string(name))
	}
	if rest := len(names) - listed; rest > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(shown, ", "), rest)
	}
	return strings.Join(shown, ", ")
}

// quoteShell makes s one word of a POSIX shell.
func quoteShell(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune("/._-+", r) && !alphanumeric(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func alphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// ModelChangedError says that the file was built with one model and another one is asked for.
type ModelChangedError struct{ Have, Want string }

func (e *ModelChangedError) Error() string {
	return fmt.Sprintf("the file holds vectors of %s, not of %s", e.Have, e.Want)
}
