package learn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// Summary is what was learned from recordings: the memory that overlays are made of. It
// holds shapes, and values only where a recording was asked to keep them.
type Summary struct {
	Recordings map[string]*Recording // by their ids
}

// Recording is what a recording says of the operations, by their names.
type Recording struct {
	Day        string                       `json:"day"`
	Exchanges  int                          `json:"exchanges"`
	Operations map[string]map[Outcome]*Seen `json:"operations"`
}

// Outcome tells successes from failures and from what cannot be read.
type Outcome struct {
	Status     int
	Success    string // what the body says of itself: "true", "false", or "" if nothing
	Unreadable string // why there is no shape
}

// Seen are the answers of one outcome.
type Seen struct {
	Count    int              `json:"count"`
	Requests int              `json:"requests,omitempty"` // at least so many different ones
	Response *recording.Shape `json:"response,omitempty"` // whole bodies; nil if all were empty
}

// MarshalText writes an outcome as a key: "200", "200 true", "502 unreadable: HTML".
func (o Outcome) MarshalText() ([]byte, error) {
	text := strconv.Itoa(o.Status)
	if o.Success != "" {
		text += " " + o.Success
	}
	if o.Unreadable != "" {
		text += " unreadable: " + o.Unreadable
	}
	return []byte(text), nil
}

// UnmarshalText reads such a key.
func (o *Outcome) UnmarshalText(text []byte) (err error) {
	words, why, _ := strings.Cut(string(text), " unreadable: ")
	status, success, _ := strings.Cut(words, " ")
	*o = Outcome{Success: success, Unreadable: why}
	if o.Status, err = strconv.Atoi(status); err == nil && success != "" && success != "true" && success != "false" {
		err = fmt.Errorf("%q is no outcome of a call", text)
	}
	return err
}

func (o Outcome) compare(other Outcome) int {
	return cmp.Or(cmp.Compare(o.Status, other.Status), cmp.Compare(o.Success, other.Success), cmp.Compare(o.Unreadable, other.Unreadable))
}

// succeeded reports whether responses are successes that could be read. In an envelope they say
// so themselves.
func (o Outcome) succeeded(e *catalog.Envelope) bool {
	switch {
	case o.Unreadable != "" || o.Success == "false":
		return false
	case e != nil:
		return o.Success == "true"
	}
	return o.Status >= 200 && o.Status <= 299
}

func (s *Seen) merge(o *Seen) {
	s.Count += o.Count
	s.Requests = max(s.Requests, o.Requests)
	if o.Response != nil {
		if s.Response == nil {
			s.Response = new(recording.Shape)
		}
		s.Response.Merge(o.Response)
	}
}

// month is the month of a recording, YYYY-MM, "" if it does not say on which day it was made.
func (r *Recording) month() string {
	if _, err := time.Parse(time.DateOnly, r.Day); err != nil {
		return "" // nothing else gets into an overlay
	}
	return r.Day[:len("2006-01")]
}

// Add adds what a recording says, or several one behind the other, of which some may be
// versions of one. On an error, such as one of step, which is called for each exchange, what
// was read until then counts: the whole counts once it is read again.
func (s *Summary) Add(r io.Reader, step func() error) (recording.Info, error) {
	var parts []*Summary // each of one recording
	var last *Recording
	part := 0
	info, err := recording.Read(r, func(e recording.Exchange) error {
		if part != e.Part {
			part, last = e.Part, &Recording{Day: e.Day, Operations: map[string]map[Outcome]*Seen{}}
			parts = append(parts, &Summary{map[string]*Recording{e.Recording: last}})
		}
		last.add(e)
		return step()
	})
	for _, one := range parts {
		for _, r := range one.Recordings {
			for _, outcomes := range r.Operations {
				for _, seen := range outcomes {
					seen.Response.Rename(info.Keys)
				}
			}
		}
		s.Merge(one)
	}
	return info, err
}

func (r *Recording) add(e recording.Exchange) {
	o := Outcome{Status: e.Status}
	if e.Success != nil {
		o.Success = strconv.FormatBool(*e.Success)
	}
	if !strings.HasPrefix(e.Unreadable, "request: ") {
		o.Unreadable = e.Unreadable
	}
	r.Exchanges++
	outcomes := r.Operations[e.Operation]
	if outcomes == nil {
		outcomes = map[Outcome]*Seen{}
		r.Operations[e.Operation] = outcomes
	}
	if outcomes[o] == nil {
		outcomes[o] = new(Seen)
	}
	outcomes[o].merge(&Seen{Count: 1, Requests: e.Requests, Response: e.Response})
}

// Merge adds the recordings of another summary. Of one that both have, it takes the longer:
// a recording only grows.
func (s *Summary) Merge(o *Summary) {
	if s.Recordings == nil {
		s.Recordings = map[string]*Recording{}
	}
	for id, r := range o.Recordings {
		if known := s.Recordings[id]; known == nil || known.compare(r) < 0 {
			s.Recordings[id] = r
		}
	}
}

// As is the summary with another id for its recordings, which are versions of one.
func (s *Summary) As(id string) *Summary {
	as := new(Summary)
	for _, r := range s.Recordings {
		as.Merge(&Summary{map[string]*Recording{id: r}})
	}
	return as
}

// compare orders versions of a recording by their length, and those of one length in any
// order that is always the same.
func (r *Recording) compare(o *Recording) int {
	return cmp.Or(cmp.Compare(r.Exchanges, o.Exchanges), bytes.Compare(r.text(), o.text()))
}

func (r *Recording) text() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // there is nothing in it that JSON does not have
	}
	return text
}

// Exchanges is the number of calls in all recordings.
func (s *Summary) Exchanges() int {
	n := 0
	for _, r := range s.Recordings {
		n += r.Exchanges
	}
	return n
}

// SummaryStart is the beginning of the file of a summary: the mark by which a later run knows
// that it may replace it, and what it is.
const SummaryStart = "{\n  \"x-generated\": \"Code generated by gen from recordings. DO NOT EDIT.\",\n  \"opgen\": \"summary\",\n"

const summaryVersion = 1

type summaryFile struct {
	Opgen      string                `json:"opgen"`
	Version    int                   `json:"version"`
	Recordings map[string]*Recording `json:"recordings"`
}

// JSON writes the summary as a file, with a line for each recording.
func (s *Summary) JSON() []byte {
	var b bytes.Buffer
	b.WriteString(SummaryStart)
	fmt.Fprintf(&b, "  \"version\": %d,\n  \"recordings\": {", summaryVersion)
	for i, id := range slices.Sorted(maps.Keys(s.Recordings)) {
		if i > 0 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(id)
		fmt.Fprintf(&b, "\n    %s: %s", key, s.Recordings[id].text())
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes()
}

// ErrNoSummary is the error of a text that is no summary.
var ErrNoSummary = errors.New("this is no summary of gen learn")

// ReadSummary reads a file that [Summary.JSON] has written, and that may be compressed with
// gzip.
func ReadSummary(r io.Reader) (*Summary, error) {
	in, err := recording.Unzipped(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSummary, err)
	}
	var f summaryFile
	dec := json.NewDecoder(in)
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSummary, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: it does not end where the summary does; give each summary a file of its own", ErrNoSummary)
	}
	switch {
	case f.Opgen != "summary":
		return nil, ErrNoSummary
	case f.Version != summaryVersion:
		return nil, fmt.Errorf("version %d of a summary is not known; this program reads version %d: use the release that wrote it", f.Version, summaryVersion)
	}
	maps.DeleteFunc(f.Recordings, func(_ string, r *Recording) bool { return r == nil })
	for _, r := range f.Recordings {
		for _, outcomes := range r.Operations {
			maps.DeleteFunc(outcomes, func(_ Outcome, s *Seen) bool { return s == nil })
		}
	}
	return &Summary{f.Recordings}, nil
}
