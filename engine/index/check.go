package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// InconsistencyError says what was found in a file that should never be there.
type InconsistencyError struct {
	Path     string
	Problems []string
}

func (e *InconsistencyError) Error() string {
	return fmt.Sprintf("%s is inconsistent: %s", e.Path, strings.Join(e.Problems, "; "))
}

// Check reads a whole published file and holds it to what its writers promise: chunks follow each
// other and join to the text's length, their words are those of the text, every live chunk that is
// not blank has one vector of unit length, nothing is left that nothing refers to.
// Errors: those of OpenReader, *InconsistencyError.
func Check(ctx context.Context, path string) error {
	reader, err := OpenReader(ctx, path, ReaderOptions{Exact: true})
	if err != nil {
		return err
	}
	r := reader.(*fileReader)
	problems, err := r.problems(ctx)
	if err != nil {
		err = damaged(path, err)
	} else if len(problems) > 0 {
		err = &InconsistencyError{Path: path, Problems: problems}
	}
	return errors.Join(err, r.Close())
}

func (r *fileReader) problems(ctx context.Context) ([]string, error) {
	var problems []string
	collect := func(text string, args []any) error {
		return each(ctx, r.db, text, args, func(scan func(...any) error) error {
			var problem string
			var rows int
			err := scan(&problem, &rows)
			problems = append(problems, fmt.Sprintf("%s (%d rows)", problem, rows))
			return err
		})
	}
	if err := collect(statement("check/problems.sql"), nil); err != nil {
		return nil, err
	}
	if err := collect(statement("check/words.sql"), nil); err != nil {
		return nil, err
	}
	wrong, err := r.misheard(ctx)
	if err != nil {
		return nil, err
	}
	if wrong > 0 {
		problems = append(problems, fmt.Sprintf("words that are not those of the text (%d rows)", wrong))
	}
	if r.active == nil {
		return problems, nil
	}
	err = collect(statement("check/vectors.sql", r.active.tables()...), bind("store", string(r.store)))
	return problems, err
}
