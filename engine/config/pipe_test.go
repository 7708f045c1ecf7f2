//go:build unix

package config_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"octavo/engine/config"
)

func TestAPipeIsNotReadAsAConfiguration(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "octavo.toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []config.Flags{{}, {File: "octavo.toml"}} {
		ended := make(chan error, 1)
		go func() {
			_, err := config.Load(flags, environment(""), folder)
			ended <- err
		}()
		select {
		case err := <-ended:
			var wrong *config.Error
			if !errors.As(err, &wrong) || wrong.File != filepath.Join(folder, "octavo.toml") {
				t.Errorf("%+v gives %v", flags, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("reading hangs")
		}
	}
}
