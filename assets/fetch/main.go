// Command fetch brings what the binary carries: it reads assets/assets.lock, asks the package
// clients for what is not there yet, checks every hash and writes assets/packed.
//
//	go run ./assets/fetch [--platform linux_amd64] [--check | --relock]
//
// A packed file whose hash holds costs one read of it and no network.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/google/renameio/v2"
)

type options struct {
	Root     string // the checkout
	Platform string // GOOS_GOARCH
	Check    bool   // fetch nothing: say whether all is there
	Relock   bool   // pack every platform again and write the new packed hashes into assets.lock
	Log      io.Writer
}

func main() {
	o := options{Root: ".", Log: os.Stderr}
	flag.StringVar(&o.Platform, "platform", runtime.GOOS+"_"+runtime.GOARCH, "fetch for this platform")
	flag.BoolVar(&o.Check, "check", false, "fetch nothing, fail unless everything is there")
	flag.BoolVar(&o.Relock, "relock", false, "pack all platforms again and renew the packed hashes in assets.lock")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

// run brings every asset of the platform. Errors: *LockError, *NotFetched, *Changed,
// *ClientMissing, *ClientFailed, *Unsafe.
func run(ctx context.Context, o options) error {
	path := filepath.Join(o.Root, "assets", "assets.lock")
	lock, err := readLock(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is not there: run this in the root of the checkout", path)
	}
	if err != nil {
		return err
	}
	if o.Relock {
		return relock(ctx, o, path, lock)
	}
	for _, a := range lock.For(o.Platform) {
		packed := filepath.Join(o.Root, "assets", "packed", a.Packed.Name)
		err := checkFile(packed, a.Packed.SHA256)
		if err == nil {
			continue
		}
		if o.Check && errors.Is(err, fs.ErrNotExist) {
			return &NotFetched{File: packed}
		}
		if o.Check {
			return err
		}
		data, err := bring(ctx, o, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.label(), err)
		}
		if err := checkBytes(packed, data, a.Packed.SHA256); err != nil {
			return fmt.Errorf("%w\n\nif the packing code was changed on purpose: go run ./assets/fetch --relock", err)
		}
		if err := write(packed, data); err != nil {
			return err
		}
	}
	return nil
}

// NotFetched says that a packed file is not there.
type NotFetched struct{ File string }

func (e *NotFetched) Error() string { return e.File + " has not been fetched: run ./just.sh assets" }

// relock trusts the packages' hashes and renews only those that our packing code decides.
func relock(ctx context.Context, o options, path string, lock Lock) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, a := range lock.Assets {
		data, err := bring(ctx, o, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.label(), err)
		}
		var changed *Changed
		if errors.As(checkBytes(a.Packed.Name, data, a.Packed.SHA256), &changed) {
			text = bytes.ReplaceAll(text, []byte(changed.Want), []byte(changed.Got))
		}
		if err := write(filepath.Join(o.Root, "assets", "packed", a.Packed.Name), data); err != nil {
			return err
		}
	}
	return renameio.WriteFile(path, text, 0o644)
}

func bring(ctx context.Context, o options, a Asset) ([]byte, error) {
	fmt.Fprintf(o.Log, "assets: %s from %s %s\n", a.label(), a.Package, a.Version)
	archive, err := download(ctx, a, filepath.Join(o.Root, ".cache", "assets"))
	if err != nil {
		return nil, err
	}
	files, err := readMembers(archive, a.Files)
	if err != nil {
		return nil, err
	}
	return pack(a, files)
}

func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return renameio.WriteFile(path, data, 0o644)
}
