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

// This file keeps recordings as a summary, a file that stays small: it has one shape for all
// responses of an operation with one outcome, and each recording counts once, however often it
// is read.

// Summary is the content of recordings from which overlays are made. It has shapes, and values
// only at places where a recording keeps them.
type Summary struct {
	Recordings map[string]*Recording // by their ids
}

// Recording is the content of a recording, by the names of operations.
type Recording struct {
	Day        string                       `json:"day"`
	Exchanges  int                          `json:"exchanges"`
	Operations map[string]map[Outcome]*Seen `json:"operations"`

	id string // set by Add
}

// Outcome distinguishes successes, failures and unreadable responses.
type Outcome struct {
	Status     int
	Success    string // by the body: "true", "false", or "" if it does not say
	Unreadable string // why there is no shape
}

// Seen counts the responses with one outcome.
type Seen struct {
	Count    int              `json:"count"`
	Requests int              `json:"requests,omitempty"` // the least number of different requests
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

// UnmarshalText reads a key of [Outcome.MarshalText].
func (o *Outcome) UnmarshalText(text []byte) (err error) {
	words, why, _ := strings.Cut(string(text), " unreadable: ")
	status, success, _ := strings.Cut(words, " ")
	*o = Outcome{Success: success, Unreadable: why}
	o.Status, err = strconv.Atoi(status)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"", "true", "false"}, success) {
		return fmt.Errorf("%q is not an outcome of a call", text)
	}
	return nil
}

// compare orders outcomes, so that findings do not depend on the order of a map.
func (o Outcome) compare(other Outcome) int {
	return cmp.Or(
		cmp.Compare(o.Status, other.Status),
		cmp.Compare(o.Success, other.Success),
		cmp.Compare(o.Unreadable, other.Unreadable))
}

// succeeded reports whether responses are readable successes. With an envelope, the body says
// so.
func (o Outcome) succeeded(e *catalog.Envelope) bool {
	switch {
	case o.Unreadable != "" || o.Success == "false":
		return false
	case e != nil:
		return o.Success == "true"
	}
	return o.Status >= 200 && o.Status <= 299
}

// merge adds responses with the same outcome. Requests of two recordings may be the same ones.
func (s *Seen) merge(o *Seen) {
	s.Count += o.Count
	s.Requests = max(s.Requests, o.Requests)
	s.Response = recording.Merged(s.Response, o.Response)
}

// month returns the month of a recording, YYYY-MM, "" if its day is not a date.
func (r *Recording) month() string {
	if _, err := time.Parse(time.DateOnly, r.Day); err != nil {
		return "" // nothing else gets into an overlay
	}
	return r.Day[:len("2006-01")]
}

// Add adds a recording, or several in one text, which may be versions of one recording.
func (s *Summary) Add(r io.Reader) (recording.Info, error) {
	var parts []*Recording
	part := 0
	info, err := recording.Read(r, func(e recording.Exchange) error {
		if part != e.Part {
			part = e.Part
			parts = append(parts, &Recording{
				Day:        e.Day,
				Operations: map[string]map[Outcome]*Seen{},
				id:         e.Recording,
			})
		}
		parts[len(parts)-1].add(e)
		return nil
	})
	if err != nil {
		return info, err
	}
	for _, r := range parts {
		for _, outcomes := range r.Operations {
			for _, seen := range outcomes {
				seen.Response.Rename(info.Keys)
			}
		}
		s.keepLonger(r.id, r)
	}
	return info, nil
}

// add adds a call. A request that could not be read says nothing about the response.
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

// keepLonger adds a recording. Of two versions, it keeps the longer one: recordings only grow.
func (s *Summary) keepLonger(id string, r *Recording) {
	if s.Recordings == nil {
		s.Recordings = map[string]*Recording{}
	}
	if kept := s.Recordings[id]; kept == nil || kept.compare(r) < 0 {
		s.Recordings[id] = r
	}
}

// Merge adds the recordings of another summary.
func (s *Summary) Merge(o *Summary) {
	for id, r := range o.Recordings {
		s.keepLonger(id, r)
	}
}

// WithID returns the summary with one id for its recordings, which are versions of one.
func (s *Summary) WithID(id string) *Summary {
	merged := new(Summary)
	for _, r := range s.Recordings {
		merged.keepLonger(id, r)
	}
	return merged
}

// compare orders versions of a recording by length, then by text, so that the result does not
// depend on the order of files.
func (r *Recording) compare(o *Recording) int {
	return cmp.Or(cmp.Compare(r.Exchanges, o.Exchanges), bytes.Compare(r.text(), o.text()))
}

// text returns the line of a recording in a summary.
func (r *Recording) text() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // its types can always be encoded
	}
	return text
}

// Exchanges returns the number of calls in all recordings.
func (s *Summary) Exchanges() int {
	n := 0
	for _, r := range s.Recordings {
		n += r.Exchanges
	}
	return n
}

// SummaryStart begins the file of a summary. A later run replaces only files that begin so.
const SummaryStart = `{
  "x-generated": "Code generated by gen from recordings. DO NOT EDIT.",
  "opgen": "summary",
`

// summaryVersion is the version of the format of summaries.
const summaryVersion = 1

// JSON returns the text of the file of the summary, with a line for each recording.
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

// ErrNoSummary is the error for a text that is not a summary.
var ErrNoSummary = errors.New("this is not a summary of gen learn")

// ReadSummary reads a file written with [Summary.JSON], which may be compressed with gzip.
func ReadSummary(r io.Reader) (*Summary, error) {
	text, err := recording.Unzipped(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSummary, err)
	}
	var f struct {
		Opgen      string
		Version    int
		Recordings map[string]*Recording
	}
	dec := json.NewDecoder(text)
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoSummary, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: there is text after the summary; "+
			"use one file for each summary", ErrNoSummary)
	}
	switch {
	case f.Opgen != "summary":
		return nil, ErrNoSummary
	case f.Version != summaryVersion:
		return nil, fmt.Errorf("summary version %d is unknown; this program reads version %d: "+
			"use the release that wrote the file", f.Version, summaryVersion)
	}
	maps.DeleteFunc(f.Recordings, func(_ string, r *Recording) bool { return r == nil })
	for _, r := range f.Recordings {
		for _, outcomes := range r.Operations {
			maps.DeleteFunc(outcomes, func(_ Outcome, s *Seen) bool { return s == nil })
		}
	}
	return &Summary{f.Recordings}, nil
}
