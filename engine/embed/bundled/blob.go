package bundled

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// A packed model is: magic, length of the header (uint32), the header as JSON, and sections, each
// starting a multiple of 64 bytes after the start of the file. Everything is little endian. The
// start itself lies wherever go:embed puts it, so readers must not rely on alignment in memory.
const (
	magic         = "octavo-model"
	formatVersion = 1
	alignment     = 64
)

// The sections of a packed model.
const (
	sectionWeights = "weights"            // transformer: see layout.h; static: int8 rows
	sectionScales  = "scales"             // static only: float32 per row
	sectionSlots   = "vocabulary.slots"   // uint32 per slot: token id + 1, or 0
	sectionOffsets = "vocabulary.offsets" // uint32 per token and one more: where its text begins
	sectionText    = "vocabulary.text"    // the tokens' bytes, in order of id
)

// The kinds of packed models.
const (
	kindTransformer = "transformer"
	kindStatic      = "static"
)

type header struct {
	Version   int
	Kind      string
	Options   Options
	Dimension int
	Shape     encoderShape // transformer only
	Tokenizer tokenizerSpec
	SHA256    string // of everything after the header, hex
	Sections  []section
}

type section struct {
	Name   string
	Offset int // from the end of the padded header
	Bytes  int
}

// FormatError says that bytes are not a packed model that this program reads.
type FormatError struct{ Cause string }

func (e *FormatError) Error() string { return "packed model is unreadable: " + e.Cause }

// packed is a model file, read in place.
type packed struct {
	header
	body string
}

// open reads the header; the sections stay where they are, unread.
func open(blob string) (*packed, error) {
	if !strings.HasPrefix(blob, magic) || len(blob) < len(magic)+4 {
		return nil, &FormatError{"it does not begin as one"}
	}
	length := int(binary.LittleEndian.Uint32([]byte(blob[len(magic) : len(magic)+4])))
	start := len(magic) + 4
	if length > len(blob)-start {
		return nil, &FormatError{"the header is cut off"}
	}
	var p packed
	if err := json.Unmarshal([]byte(blob[start:start+length]), &p.header); err != nil {
		return nil, &FormatError{"the header is damaged: " + err.Error()}
	}
	if p.Version != formatVersion {
		return nil, &FormatError{fmt.Sprintf("format version %d, this program reads %d", p.Version, formatVersion)}
	}
	if start = aligned(start + length); start > len(blob) {
		return nil, &FormatError{"the sections are missing"}
	}
	p.body = blob[start:]
	for _, s := range p.Sections {
		if s.Offset < 0 || s.Bytes < 0 || s.Offset > len(p.body)-s.Bytes {
			return nil, &FormatError{fmt.Sprintf("section %q is cut off", s.Name)}
		}
	}
	return &p, nil
}

// section returns the bytes of a section, or "" where the file has none of that name.
func (p *packed) section(name string) string {
	for _, s := range p.Sections {
		if s.Name == name {
			return p.body[s.Offset : s.Offset+s.Bytes]
		}
	}
	return ""
}

// packer collects sections and writes the file.
type packer struct {
	sections []section
	body     bytes.Buffer
}

func (p *packer) add(name string, content []byte) {
	p.body.Write(make([]byte, aligned(p.body.Len())-p.body.Len()))
	p.sections = append(p.sections, section{Name: name, Offset: p.body.Len(), Bytes: len(content)})
	p.body.Write(content)
}

func (p *packer) finish(h header) ([]byte, error) {
	sum := sha256.Sum256(p.body.Bytes())
	h.Version, h.SHA256, h.Sections = formatVersion, hex.EncodeToString(sum[:]), p.sections
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("write the header of %s: %w", h.Options.Model, err)
	}
	out := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	out = append(out, text...)
	out = append(out, make([]byte, aligned(len(out))-len(out))...)
	return append(out, p.body.Bytes()...), nil
}

func aligned(n int) int { return (n + alignment - 1) / alignment * alignment }
