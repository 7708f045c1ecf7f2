package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// DuckDB's log begins with a header that says its version, and goes on with entries: the length of
// the payload, a checksum, the payload. Numbers in a header are written in seven bits a byte.
// (duckdb/src/storage/write_ahead_log.cpp, version 2 of the log)
const (
	logVersion   = 2
	logFlush     = 100 // the type of the entry that ends a commit
	logMark      = 99  // the type of the one that says where a checkpoint began
	logField     = 100 // the field of an entry that tells its type
	logEnd       = 0xffff
	logFrame     = 16 // bytes before a payload
	logTypeBytes = 3  // of the payload, up to the end of its type
)

// cutLog shortens the log of a file whose writer was killed to its last whole commit. DuckDB replays
// the rows of a great insert, a row group and more, outside the transaction that they belong to:
// where the end of the commit is missing they would stay and everything else of it would not.
// A log of another form is left as it is.
func cutLog(path string) error {
	log, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	info, err := log.Stat()
	if err != nil {
		return err
	}
	end, known := wholeCommits(bufio.NewReader(log))
	if !known || end == info.Size() {
		return nil
	}
	return errors.Join(log.Truncate(end), log.Sync())
}

// wholeCommits is where the last whole commit of a log ends, in bytes; known is false where the log
// is none of version 2.
func wholeCommits(log *bufio.Reader) (end int64, known bool) {
	at, err := skipHeader(log)
	if err != nil {
		return 0, false
	}
	end = at
	for {
		frame := make([]byte, logFrame+logTypeBytes)
		if _, err := io.ReadFull(log, frame); err != nil {
			return end, true
		}
		size := binary.LittleEndian.Uint64(frame)
		if size < logTypeBytes || size > 1<<40 {
			return end, true
		}
		if _, err := io.CopyN(io.Discard, log, int64(size)-logTypeBytes); err != nil {
			return end, true
		}
		at += logFrame + int64(size)
		payload := frame[logFrame:]
		if binary.LittleEndian.Uint16(payload) != logField {
			return end, true
		}
		if kind := payload[2]; kind == logFlush || kind == logMark {
			end = at
		}
	}
}

var errForm = errors.New("no log of a known form")

// skipHeader returns the length of the header.
func skipHeader(log *bufio.Reader) (int64, error) {
	header := &counting{log: log}
	for _, want := range []struct {
		field  uint16
		repeat bool // a list
	}{{100, false}, {101, false}, {102, true}, {103, false}} {
		field, err := header.field()
		if err != nil {
			return 0, err
		}
		if field != want.field {
			return 0, errForm
		}
		value, err := binary.ReadUvarint(header)
		if err != nil {
			return 0, err
		}
		if field == 101 && value != logVersion {
			return 0, errForm
		}
		for n := value; want.repeat && n > 0; n-- {
			if _, err := binary.ReadUvarint(header); err != nil {
				return 0, err
			}
		}
	}
	field, err := header.field()
	if err == nil && field != logEnd {
		err = errForm
	}
	return header.read, err
}

// counting reads bytes and counts them.
type counting struct {
	log  *bufio.Reader
	read int64
}

func (c *counting) ReadByte() (byte, error) {
	b, err := c.log.ReadByte()
	if err == nil {
		c.read++
	}
	return b, err
}

func (c *counting) field() (uint16, error) {
	low, err := c.ReadByte()
	if err != nil {
		return 0, err
	}
	high, err := c.ReadByte()
	return uint16(high)<<8 | uint16(low), err
}
