// Package sql holds every statement that Octavo runs, one per file, embedded in the binary.
//
// A statement binds its values by name. What cannot be bound (a table, a dimension) stands as
// {{name}} and is filled by the index room, which quotes it.
package sql

import "embed"

//go:embed */*.sql views.sql
var files embed.FS

// Text is the statement in the file name, for example "reader/nearest.sql". It panics where there
// is no such file: the names are written in code.
func Text(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(text)
}
