//go:build !linux

package index

import (
	"errors"
	"os"
)

// reflink is left to the copy: elsewhere a clone cannot be made into a file that is open.
func reflink(_, _ *os.File) error { return errors.ErrUnsupported }
