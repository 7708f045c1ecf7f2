package extract

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// pdfEngine is PDFium as WebAssembly. It sees no file system, and what it prints is thrown away:
// stdout belongs to answers. Compiling it takes seconds, so the machine code is kept in a cache
// folder between processes.
type pdfEngine struct {
	cacheDir string

	once  sync.Once
	pool  pdfium.Pool
	cache wazero.CompilationCache
	err   error
}

// instance returns an engine of its own for one document: what a bad file does to it ends with it.
// It waits while as many are at work as there are cores.
func (e *pdfEngine) instance(ctx context.Context) (pdfium.Pdfium, error) {
	e.once.Do(e.start)
	if e.err != nil {
		return nil, e.err
	}
	return e.pool.GetInstanceWithContext(ctx)
}

func (e *pdfEngine) start() {
	config := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
	if e.cacheDir != "" {
		folder := filepath.Join(e.cacheDir, "pdfium")
		if err := os.MkdirAll(folder, 0o755); err == nil {
			if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
				e.cache = cache
				config = config.WithCompilationCache(cache)
			}
		}
	}
	e.pool, e.err = webassembly.Init(webassembly.Config{
		MinIdle: 0, MaxIdle: 1, MaxTotal: runtime.GOMAXPROCS(0),
		RuntimeConfig: config, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
}

func (e *pdfEngine) close() error {
	e.once.Do(func() {}) // never started: nothing to end, and nothing starts any more
	if e.pool == nil {
		return nil
	}
	err := e.pool.Close()
	if e.cache != nil {
		_ = e.cache.Close(context.Background())
	}
	return err
}
