package engine

import (
	"context"
	"errors"
	"os"
	"sync"

	"octavo/engine/index"
)

// opened is a published file that is open, with the requests that read it. Engine.mu guards it.
type opened struct {
	index.Reader
	info   os.FileInfo // of the file when it was opened; nil where that could not be told
	leases int
	left   bool // no new request is given it: the last lease closes it
}

// lease is what one request reads: the same snapshot from its beginning to its end. Close gives it
// back.
type lease struct {
	index.Reader
	back func() error
}

func (l lease) Close() error { return l.back() }

// open gives a request the content that it is to read; the request closes what it was given.
// Errors: those of index.OpenReader, *index.VersionMissingError.
func (e *Engine) open(ctx context.Context) (index.Reader, error) {
	file, err := e.openFile(ctx)
	if err != nil || e.version == "" {
		return file, err
	}
	version, err := file.Version(ctx, e.version)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return lease{version, file.Close}, nil
}

// openFile gives a request the published file with its live content. An engine that
// follows the file notices here that it was replaced: this request gets the new one, those in
// flight finish on the old one, and the last of them closes it.
func (e *Engine) openFile(ctx context.Context) (index.Reader, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.opened != nil && e.Follow && !e.opened.is(e.Config.Database) {
		if err := e.leave(); err != nil {
			e.Log.Warn("a file that was replaced could not be closed", "error", err)
		}
	}
	if e.opened == nil {
		info, _ := os.Stat(e.Config.Database) // before it is opened: a later replacement is then noticed
		reader, err := index.OpenReader(ctx, e.Config.Database, index.ReaderOptions{
			VSS: e.extension(), OneShot: e.OneShot, Exact: e.Config.Index.Kind == string(index.IndexExact),
		})
		if err != nil {
			return nil, err
		}
		e.opened = &opened{Reader: reader, info: info}
	}
	file := e.opened
	file.leases++
	if e.closed {
		_ = e.leave() // only the request closes it; nothing is closed here
	}
	return lease{file.Reader, sync.OnceValue(func() error { return e.giveBack(file) })}, nil
}

// is tells whether path still names the file that is open.
func (o *opened) is(path string) bool {
	now, err := os.Stat(path)
	return err == nil && o.info != nil && os.SameFile(now, o.info) &&
		now.Size() == o.info.Size() && now.ModTime().Equal(o.info.ModTime())
}

func (e *Engine) giveBack(file *opened) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	file.leases--
	return file.end()
}

// leave gives the open file to no further request.
func (e *Engine) leave() error {
	file := e.opened
	e.opened = nil
	file.left = true
	return file.end()
}

func (o *opened) end() error {
	if o.left && o.leases == 0 {
		return o.Reader.Close()
	}
	return nil
}

// Close lets go of the file. Requests in flight finish on it first, and one that begins later opens
// it for itself alone.
func (e *Engine) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	if e.opened == nil {
		return nil
	}
	return e.leave()
}
