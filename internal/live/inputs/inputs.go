// Package inputs reads the files from which gen learn learns: recordings, HAR files and
// summaries, any of which may be compressed with gzip.
package inputs

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/wording"
)

// Kind is what a file contains.
type Kind int

// The kinds of files.
const (
	Recording Kind = iota // or anything else, which is then refused as a recording
	Archive               // a HAR file
	Summary               // of gen learn
)

// startSize is the number of bytes that determine the kind of a file.
const startSize = 256

// Open decompresses a file, and returns its kind, by how it begins. The name of a file says
// nothing: browsers save HAR files as .json, and recordings may be renamed.
func Open(file io.Reader) (*bufio.Reader, Kind, error) {
	text, err := recording.Unzipped(file)
	if err != nil {
		return nil, Recording, fmt.Errorf("it cannot be decompressed: %w", err)
	}
	start, _ := text.Peek(startSize)
	switch {
	case strings.HasPrefix(string(start), learn.SummaryStart):
		return text, Summary, nil
	case har.Matches(start):
		return text, Archive, nil
	}
	return text, Recording, nil
}

// Skipped returns the notice about the parts of a recording that cannot be read, "" if there are
// none.
func Skipped(info recording.Info) string {
	if info.Skipped == 0 {
		return ""
	}
	return fmt.Sprintf("%s or the end cannot be read; the rest has %s",
		wording.Count(info.Skipped, "line"), wording.Count(info.Lines, "call"))
}

// Reader reads files into a summary.
type Reader struct {
	Catalog *catalog.Catalog
	Hosts   []string // of the service in HAR files
	Into    *learn.Summary
}

// Read adds a file to the summary, and returns notices about it.
func (r *Reader) Read(file io.Reader) (notices []string, err error) {
	text, kind, err := Open(file)
	if err != nil {
		return nil, err
	}
	switch kind {
	case Summary:
		other, err := learn.ReadSummary(text)
		if err == nil {
			r.Into.Merge(other)
		}
		return nil, err
	case Archive:
		return r.readArchive(text)
	}
	info, err := r.Into.Add(text)
	if notice := Skipped(info); notice != "" {
		notices = append(notices, notice)
	}
	return notices, err
}

// readArchive adds the calls in a HAR file as a recording. Its id depends on the text and the
// hosts, so that the calls count once.
func (r *Reader) readArchive(text io.Reader) (notices []string, err error) {
	var calls bytes.Buffer
	digest := sha256.New()
	whole := io.TeeReader(text, digest)
	stats, err := har.Record(whole, r.Catalog, r.Hosts, func() (*recording.Recorder, error) {
		return recording.New(&calls)
	})
	if err == nil {
		_, err = io.Copy(io.Discard, whole)
	}
	if err != nil && !recording.IsDamaged(err) { // damage is in the statistics
		return nil, err
	}
	read := new(learn.Summary)
	if _, err := read.Add(&calls); err != nil {
		return nil, err
	}
	hosts := slices.Sorted(slices.Values(r.Hosts))
	id := sha256.Sum256(fmt.Appendf(digest.Sum(nil), "%q", hosts))
	r.Into.Merge(read.WithID("har-" + hex.EncodeToString(id[:16])))
	return stats.Lines(), nil
}
