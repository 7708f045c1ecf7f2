package index

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// This file is the only place that reads DuckDB's errors.

// magic stands at offset 8 of every DuckDB file.
var magic = []byte("DUCK")

// inspect looks at a file before DuckDB does. Errors: *MissingError, *ForeignError, those of the
// file system.
func inspect(path string) error {
	if err := openable(path, walPath(path)); err != nil {
		return err
	}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return missing(path)
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, 8+len(magic))
	if n, err := io.ReadFull(file, head); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return err
	} else if n == 0 {
		return &ForeignError{Path: path, Cause: "it is empty"}
	}
	if !bytes.Equal(head[8:], magic) {
		return &ForeignError{Path: path, Cause: "it is not a DuckDB file"}
	}
	return nil
}

// openable refuses what is there but is no regular file: opening a pipe waits for its other end.
// Errors: *ForeignError.
func openable(paths ...string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil || info.Mode().IsRegular(): // opening tells what is wrong
		case info.IsDir():
			return &ForeignError{Path: path, Cause: "it is a folder"}
		default:
			return &ForeignError{Path: path, Cause: "it is no regular file"}
		}
	}
	return nil
}

// missing is the error for a file that is not there, with what is known of a first build.
func missing(path string) error {
	e := &MissingError{Path: path}
	if _, err := os.Stat(workPath(path)); err == nil {
		e.Building, _ = ReadHolder(path) // a torn or absent lock file tells nothing, which is no failure
	}
	return e
}

// damaged turns what DuckDB says of unreadable bytes into a *CorruptError, gives what it says of
// the system the system's error, and leaves the rest.
func damaged(path string, err error) error {
	var fault *duckdb.Error
	if corrupt := (*CorruptError)(nil); errors.As(err, &corrupt) || !errors.As(err, &fault) {
		return err
	}
	if strings.Contains(fault.Msg, "Could not set lock on file") || strings.Contains(fault.Msg, "Conflicting lock") {
		return err
	}
	if code, found := systemFault(fault); found {
		return &systemError{cause: err, code: code}
	}
	switch fault.Type {
	case duckdb.ErrorTypeIO, duckdb.ErrorTypeFatal, duckdb.ErrorTypeInternal, duckdb.ErrorTypeSerialization:
		return &CorruptError{Path: path, Cause: err}
	}
	if strings.Contains(fault.Msg, "orrupt") || strings.Contains(fault.Msg, "checksum") {
		return &CorruptError{Path: path, Cause: err}
	}
	return err
}

// systemError is an error of DuckDB with the error of the system that DuckDB gives as text only.
type systemError struct {
	cause error
	code  syscall.Errno
}

func (e *systemError) Error() string   { return e.cause.Error() }
func (e *systemError) Unwrap() []error { return []error{e.cause, e.code} }

// systemFaults are the failures that say nothing of the bytes in the file.
var systemFaults = []syscall.Errno{
	syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EACCES, syscall.EPERM, syscall.EMFILE, syscall.ENFILE,
}

// systemFault finds the system's error in the text of an error. DuckDB passes on the words of
// strerror, which are those of Go but for capitals. Only errors about files are looked at: others
// may quote text that was indexed.
func systemFault(fault *duckdb.Error) (syscall.Errno, bool) {
	switch fault.Type {
	case duckdb.ErrorTypeIO, duckdb.ErrorTypeFatal, duckdb.ErrorTypeTransaction:
	default:
		return 0, false
	}
	text := strings.ToLower(fault.Msg)
	for _, code := range systemFaults {
		if strings.Contains(text, code.Error()) {
			return code, true
		}
	}
	return 0, false
}

// unlikeOurs reports whether a statement named a table or a column that the file does not have.
func unlikeOurs(err error) bool {
	var fault *duckdb.Error
	return errors.As(err, &fault) && (fault.Type == duckdb.ErrorTypeCatalog || fault.Type == duckdb.ErrorTypeBinder)
}
