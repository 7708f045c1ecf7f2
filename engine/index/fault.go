package index

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// This file is the only place that reads DuckDB's errors.

// magic stands at offset 8 of every DuckDB file.
var magic = []byte("DUCK")

// inspect looks at a file before DuckDB does. Errors: *MissingError, *ForeignError, those of the
// file system.
func inspect(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return missing(path)
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return &ForeignError{Path: path, Cause: "it is a folder"}
	}
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

// missing is the error for a file that is not there, with what is known of a first build.
func missing(path string) error {
	e := &MissingError{Path: path}
	if _, err := os.Stat(workPath(path)); err == nil {
		e.Building, _ = ReadHolder(path) // a torn or absent lock file tells nothing, which is no failure
	}
	return e
}

// openFault names the failure to open a file that has DuckDB's magic.
func openFault(path string, err error) error {
	if text := err.Error(); strings.Contains(text, "Could not set lock on file") || strings.Contains(text, "Conflicting lock") {
		return err
	}
	return damaged(path, err)
}

// damaged turns what DuckDB says of unreadable bytes into a *CorruptError, and leaves the rest.
func damaged(path string, err error) error {
	var fault *duckdb.Error
	if !errors.As(err, &fault) {
		return err
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

// unlikeOurs reports whether a statement named a table or a column that the file does not have.
func unlikeOurs(err error) bool {
	var fault *duckdb.Error
	return errors.As(err, &fault) && (fault.Type == duckdb.ErrorTypeCatalog || fault.Type == duckdb.ErrorTypeBinder)
}
