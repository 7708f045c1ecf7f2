package index

import (
	"context"
	"errors"

	"octavo/engine/lexical"
)

func (m *Memory) Words(context.Context, lexical.Plan, Filter, Level, int) ([]WordMatch, error) {
	return nil, errors.ErrUnsupported
}

func (m *Memory) Profiles(context.Context, []DocumentRef) ([]Profile, error) {
	return nil, errors.ErrUnsupported
}

func (m *Memory) Grep(context.Context, Pattern, Filter, int) ([]TextMatch, error) {
	return nil, errors.ErrUnsupported
}

func (r *fileReader) Words(context.Context, lexical.Plan, Filter, Level, int) ([]WordMatch, error) {
	return nil, errors.ErrUnsupported
}

func (r *fileReader) Profiles(context.Context, []DocumentRef) ([]Profile, error) {
	return nil, errors.ErrUnsupported
}

func (r *fileReader) Grep(context.Context, Pattern, Filter, int) ([]TextMatch, error) {
	return nil, errors.ErrUnsupported
}
