package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"octavo/engine/corpus"
)

// packing is a way in which a whole file can be compressed.
type packing struct {
	name      string
	extension string
	magic     string
	reader    func(io.Reader) (io.ReadCloser, error)
}

// windowLimit bounds what a zstd stream may make its reader remember, in bytes.
const windowLimit = 64 << 20

var packings = []*packing{
	{"gzip", ".gz", "\x1f\x8b", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"zstd", ".zst", "\x28\xb5\x2f\xfd", func(r io.Reader) (io.ReadCloser, error) {
		decoder, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(windowLimit))
		if err != nil {
			return nil, err
		}
		return decoder.IOReadCloser(), nil
	}},
}

// packingOf recognises a compressed file by its first bytes; nil where it is none.
func packingOf(head []byte) *packing {
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return p
		}
	}
	return nil
}

// inner is the name of the file inside.
func (p *packing) inner(name corpus.FilePath) corpus.FilePath {
	if strings.EqualFold(path.Ext(string(name)), p.extension) {
		return name[:len(name)-len(p.extension)]
	}
	return name
}

// unpack stops at limit bytes, however little was compressed to get there.
func (p *packing) unpack(data []byte, limit int64) ([]byte, error) {
	reader, err := p.reader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", p.name, err)
	}
	defer reader.Close()
	unpacked, err := io.ReadAll(io.LimitReader(reader, limit+1))
	switch {
	case int64(len(unpacked)) > limit, errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return nil, &Refused{Reason: ReasonTooLarge, Detail: fmt.Sprintf("it unpacks to more than %d bytes", limit)}
	case err != nil:
		return nil, fmt.Errorf("unpack %s: %w", p.name, err)
	}
	return unpacked, nil
}
