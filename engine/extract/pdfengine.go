package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// pagePatience is how long a page may take.
const pagePatience = time.Minute

// memoryPages bounds what one document may make the engine take, in pages of 64 KiB: 1 GiB.
const memoryPages = 16 << 10

// maxDocuments bounds how many are read at once, however many cores there are.
const maxDocuments = 8

// grace is how long a cancelled document has to reach the end of its page.
const grace = 2 * time.Second

// pdfEngine is PDFium as WebAssembly. It sees no file system, and what it prints is thrown away:
// stdout belongs to answers. Compiling it takes seconds, so the machine code is kept in a cache
// folder between processes.
type pdfEngine struct {
	cacheDir string
	patience time.Duration // for one page

	once      sync.Once
	pool      pdfium.Pool
	cache     wazero.CompilationCache
	slots     chan struct{} // one for each document being read
	abandoned atomic.Bool   // a document was left behind while the engine worked on it
	err       error
}

var errClosed = errors.New("the extractor is closed")

// StalledError says that the engine made no headway with a PDF and was left alone with it.
type StalledError struct{ Page int } // 1-based; 0 while the document was opened

func (e *StalledError) Error() string {
	if e.Page == 0 {
		return "opening the document does not end"
	}
	return fmt.Sprintf("reading page %d does not end", e.Page)
}

// reader reads one document. It calls begin before each page, with its number.
type reader func(instance pdfium.Pdfium, begin func(page int)) (Result, error)

// run gives a document an instance of its own, so that what a bad file does to it ends with it.
// It waits for a core, at most maxDocuments being used. PDFium cannot be interrupted (wazero's switch for that
// costs seven times the speed): a document that stalls keeps its core and memory until the process
// ends, but the call returns. Errors: *StalledError, ctx.Err(), those of read.
func (e *pdfEngine) run(ctx context.Context, read reader) (Result, error) {
	e.once.Do(e.start)
	if e.err != nil {
		return Result{}, e.err
	}
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	instance, err := e.pool.GetInstanceWithContext(ctx)
	if err != nil {
		return Result{}, err
	}
	type outcome struct {
		result Result
		err    error
	}
	done, pages := make(chan outcome, 1), make(chan int)
	left := make(chan struct{})
	go func() {
		var o outcome
		defer func() {
			if cause := recover(); cause != nil {
				o.err = fmt.Errorf("PDFium panicked: %v", cause)
			}
			_ = instance.Close()
			done <- o
		}()
		o.result, o.err = read(instance, func(page int) {
			select {
			case pages <- page:
			case <-left:
			}
		})
	}()
	page, cancelled := 0, ctx.Done()
	timer := time.NewTimer(e.patience)
	defer timer.Stop()
	for {
		select {
		case o := <-done:
			return o.result, o.err
		case page = <-pages:
			timer.Reset(e.patience)
		case <-cancelled:
			cancelled = nil
			timer.Reset(min(grace, e.patience))
		case <-timer.C:
			close(left)
			e.abandoned.Store(true)
			if ctx.Err() != nil {
				return Result{}, ctx.Err()
			}
			return Result{}, &StalledError{Page: page}
		}
	}
}

func (e *pdfEngine) start() {
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(memoryPages)
	if e.cacheDir != "" {
		folder := filepath.Join(e.cacheDir, "pdfium")
		if err := os.MkdirAll(folder, 0o755); err == nil {
			if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
				e.cache = cache
				config = config.WithCompilationCache(cache)
			}
		}
	}
	cores := runtime.GOMAXPROCS(0)
	e.slots = make(chan struct{}, min(cores, maxDocuments))
	e.pool, e.err = webassembly.Init(webassembly.Config{
		Context: experimental.WithCompilationWorkers(context.Background(), cores),
		MinIdle: 0, MaxIdle: 1, MaxTotal: -1, // slots bound it: an abandoned instance must not count
		RuntimeConfig: config, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
}

// close ends the engine. Where a document was abandoned its machine code may still run, and
// taking that away would end the process, which is about to end anyway.
func (e *pdfEngine) close() error {
	e.once.Do(func() { e.err = errClosed })
	if e.pool == nil || e.abandoned.Load() {
		return nil
	}
	err := e.pool.Close()
	if e.cache != nil {
		err = errors.Join(err, e.cache.Close(context.Background()))
	}
	return err
}
