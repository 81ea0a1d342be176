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

// This file reads recordings. Files may end within a line, because programs are killed, and may be
// appended to by several programs, so a line that cannot be read is counted and skipped.

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
// f or of reading, or says that the text is not a recording. A line of more than 4 MiB is an error.
func Read(text io.Reader, f func(Exchange) error) (Info, error) {
	info := Info{Keys: map[string]string{}}
	unzipped, err := Unzipped(text)
	if err != nil {
		return info, fmt.Errorf("not a recording: %w", err)
	}
	r := reader{f: f, info: &info}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, maxLine+len("\r\n"))
	n := 0
	for lines.Scan() {
		n++
		if err := r.line(lines.Bytes()); err != nil {
			return info, fmt.Errorf("line %d: %w", n, err)
		}
	}
	err = lines.Err()
	switch {
	case IsDamaged(err):
		info.Skipped++
	case err == bufio.ErrTooLong:
		return info, fmt.Errorf("line %d: not a recording, the line is longer than 4 MiB", n+1)
	case err != nil:
		return info, err
	}
	if r.id == "" {
		return info, errors.New("line 1: not a recording, it is empty; " +
			"gen record and api.WithRecorder write recordings")
	}
	return info, nil
}

// Unzipped returns a reader that decompresses a text if it is compressed with gzip, and discards a
// byte order mark.
func Unzipped(r io.Reader) (*bufio.Reader, error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if start, _ := buffered.Peek(2); string(start) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, err
		}
		buffered = bufio.NewReaderSize(unzipped, 64<<10)
	}
	if start, _ := buffered.Peek(3); string(start) == "\ufeff" {
		buffered.Discard(len(start))
	}
	return buffered, nil
}

// IsDamaged reports whether an error of a reader of [Unzipped] means that the compressed data is
// cut off or damaged.
func IsDamaged(err error) bool {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	isCutOff := errors.Is(err, io.ErrUnexpectedEOF)
	isWrong := errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader)
	return corrupt || isCutOff || isWrong
}

// reader reads the lines of a text, which may have several recordings.
type reader struct {
	f    func(Exchange) error
	info *Info

	id, day string // of the current recording
	part    int
}

// line reads one line.
func (r *reader) line(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	headerStart := []byte(`{"opgen":`)
	if bytes.HasPrefix(text, headerStart) || r.id == "" {
		return r.header(text)
	}
	var entry struct {
		Exchange
		Keys map[string]string `json:"keys"`
	}
	err := json.Unmarshal(text, &entry)
	areCounts := entry.Status >= 0 && entry.Request.isValid() && entry.Response.isValid()
	if err == nil && areCounts {
		maps.Copy(r.info.Keys, entry.Keys)
		if x := entry.Exchange; x.Operation != "" {
			x.Recording, x.Day, x.Part = r.id, r.day, r.part
			r.info.Lines++
			return r.f(x)
		}
		if entry.Keys != nil {
			return nil
		}
	}
	r.info.Skipped++
	// A program was killed within a line, and another one appended a recording.
	if next := bytes.LastIndex(text, headerStart); next > 0 {
		return r.header(text[next:])
	}
	return nil
}

// header reads the first line of a recording, which begins a further part of the text.
func (r *reader) header(text []byte) error {
	var h header
	err := json.Unmarshal(text, &h)
	switch {
	case err != nil || h.Opgen != "recording" || h.ID == "":
		return errors.New(`not a recording: expected a header like {"opgen":"recording","version":1,...}; ` +
			`gen record and api.WithRecorder write recordings`)
	case h.Version != version:
		return fmt.Errorf("the recording has version %d, but this gen reads version %d; use "+
			"the gen that wrote it, or a newer one", h.Version, version)
	}
	r.part++
	r.id, r.day = h.ID, h.Day
	return nil
}
