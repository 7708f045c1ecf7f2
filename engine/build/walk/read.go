package walk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ChangedError says that a file did not hold still while it was read, twice.
type ChangedError struct{ Path string }

func (e *ChangedError) Error() string { return "the file changes while it is read" }

// SizeError says that a file has grown over the limit since it was found.
type SizeError struct {
	Bytes, Limit int64
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("the file has %d bytes, the limit is %d", e.Bytes, e.Limit)
}

// Read returns the bytes of an entry, at most maxSize of them (0: no limit). It does not follow a
// link that was put in the file's place to lead out of the root, nor wait on a pipe.
// Errors: *ChangedError, *SizeError, those of the file system.
func Read(e Entry, maxSize int64) ([]byte, error) {
	root, err := os.OpenRoot(e.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for range 2 {
		data, steady, err := readOnce(root, e.inside, maxSize)
		if err != nil || steady {
			return data, err
		}
	}
	return nil, &ChangedError{Path: string(e.Path)}
}

// readOnce also tells whether the file stayed as it was meanwhile.
func readOnce(root *os.Root, name string, maxSize int64) (data []byte, steady bool, err error) {
	file, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	before, err := file.Stat()
	switch {
	case err != nil:
		return nil, false, err
	case !before.Mode().IsRegular():
		return nil, false, fmt.Errorf("%s is no regular file", name)
	case maxSize > 0 && before.Size() > maxSize:
		return nil, false, &SizeError{Bytes: before.Size(), Limit: maxSize}
	}
	data = make([]byte, before.Size())
	if _, err = io.ReadFull(file, data); errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	after, err := file.Stat()
	return data, err == nil && same(before, after), err
}

func same(a, b fs.FileInfo) bool { return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()) }
