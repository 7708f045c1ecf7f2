package corpus

import "strings"

// Clip shortens s to at most limit characters (code points), between words where a space lies in
// the second half, and ends in "…" where something was cut off.
func Clip(s string, limit int) string {
	letters := []rune(s)
	if len(letters) <= limit {
		return s
	}
	end := limit - 1
	for end > limit/2 && letters[end] != ' ' {
		end--
	}
	if letters[end] != ' ' {
		end = limit - 1
	}
	return strings.TrimRight(string(letters[:end]), " ") + "…"
}
