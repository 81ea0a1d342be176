package recording

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
)

// Info is information about a recording besides its exchanges.
type Info struct {
	Lines   int // the number of exchanges
	Skipped int // the number of unreadable lines, and 1 if compressed data is cut off or damaged

	Keys map[string]string // names of the keys that are hashes, see [Shape.Rename]
}

// Read calls f for each exchange of a recording, which may be compressed with gzip. It keeps
// one line in memory. A text may contain several recordings, as programs write that append to
// a file; Exchange.Recording distinguishes them. Info.Keys has the names of keys that were
// named later, so rename shapes after Read.
//
// A recording that is cut off or damaged has an unreadable line at the end. The error is that of
// f or r, or says that the text is not a recording.
func Read(r io.Reader, f func(Exchange) error) (Info, error) {
	info := Info{Keys: map[string]string{}}
	in, err := Unzipped(r)
	if err != nil {
		return info, fmt.Errorf("not a recording: %w", err)
	}
	lines := reader{in: in, f: f, info: &info}
	for n := 1; ; n++ {
		text, err := lines.next()
		if IsDamaged(err) {
			text, err = []byte("?"), io.EOF
		}
		if len(text) > 0 {
			if wrong := lines.line(text); wrong != nil {
				return info, fmt.Errorf("line %d: %w", n, wrong)
			}
		}
		switch {
		case err == nil:
		case err == io.EOF && lines.id == "":
			return info, errors.New("line 1: not a recording, it is empty; gen record and api.WithRecorder write recordings")
		case err == io.EOF:
			return info, nil
		default:
			return info, err
		}
	}
}

// Unzipped returns a reader that decompresses a text if it is compressed with gzip.
func Unzipped(r io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if start, _ := in.Peek(2); string(start) != "\x1f\x8b" {
		return in, nil
	}
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(unzipped, 64<<10), nil
}

// IsDamaged reports whether an error of a reader of [Unzipped] means that the compressed data is
// cut off or damaged.
func IsDamaged(err error) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	return corrupt || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)
}

type reader struct {
	in   *bufio.Reader
	f    func(Exchange) error
	info *Info
	long []byte // holds lines that are longer than the buffer

	id, day string // of the current recording
	part    int
}

// next returns a line without its end, and the error of the reader. In place of a line that is
// too long, it returns an unreadable one.
func (r *reader) next() ([]byte, error) {
	text, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		r.long = r.long[:0]
		for err == bufio.ErrBufferFull {
			if len(r.long) <= maxLine {
				r.long = append(r.long, text...)
			}
			text, err = r.in.ReadSlice('\n')
		}
		text = append(r.long, text...)
		if r.long = text[:0]; len(text) > maxLine {
			text = []byte("?")
		}
	}
	return bytes.TrimRight(text, "\r\n"), err
}

// line reads one line.
func (r *reader) line(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	start := []byte(`{"opgen":`)
	if bytes.HasPrefix(text, start) || r.id == "" {
		return r.header(bytes.TrimPrefix(text, []byte("\ufeff"))) // a byte order mark
	}
	var read struct {
		Exchange
		Keys map[string]string `json:"keys"`
	}
	if err := json.Unmarshal(text, &read); err == nil && read.Status >= 0 && read.Request.isValid() && read.Response.isValid() {
		maps.Copy(r.info.Keys, read.Keys)
		if x := read.Exchange; x.Operation != "" {
			x.Recording, x.Day, x.Part = r.id, r.day, r.part
			r.info.Lines++
			return r.f(x)
		}
		if read.Keys != nil {
			return nil
		}
	}
	r.info.Skipped++
	// A program was killed within a line, and another one appended a recording.
	if next := bytes.LastIndex(text, start); next > 0 {
		return r.header(text[next:])
	}
	return nil
}

func (r *reader) header(text []byte) error {
	var h header
	switch err := json.Unmarshal(text, &h); {
	case err != nil || h.Opgen != "recording" || h.ID == "":
		return errors.New(`not a recording: expected a header like {"opgen":"recording","version":1,...}; gen record and api.WithRecorder write recordings`)
	case h.Version != version:
		return fmt.Errorf("the recording has version %d, but this gen reads version %d; use the gen that wrote it, or a newer one", h.Version, version)
	}
	r.part++
	r.id, r.day = h.ID, h.Day
	return nil
}
