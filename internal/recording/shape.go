// Package recording writes and reads what was seen of the traffic of a service: the
// shapes of bodies, and no values. The proxy of gen record and api.WithRecorder write
// recordings; gen learn reads them.
//
// A recording is a text of JSON lines, which may be compressed with gzip. A header is
// followed by exchanges, one for each call, and by lines that name keys:
//
//	{"opgen":"recording","version":1,"id":"...","day":"2026-11-22"}
//	{"operation":"claims.get_claim","status":200,"response":{"seen":1,"object":1,...}}
//	{"keys":{"#5f1d0c39a1b2c3d4":"claim_id"}}
package recording

import (
	"maps"
	"slices"
	"strings"
)

// Shape is what was seen at a place of bodies, and no value.
type Shape struct {
	Seen int `json:"seen"` // values at this place, of any type

	// How many of them were which. An Integer is what the wire type integer reads, and
	// is not counted as a Number.
	Null    int `json:"null,omitempty"`
	Boolean int `json:"boolean,omitempty"`
	Integer int `json:"integer,omitempty"`
	Number  int `json:"number,omitempty"`
	String  int `json:"string,omitempty"`
	Array   int `json:"array,omitempty"`
	Object  int `json:"object,omitempty"`

	Lengths  map[string]int `json:"lengths,omitempty"`  // of strings in code points: "0", "1", "2-3", "4-7", ... -> how many
	Formats  []string       `json:"formats,omitempty"`  // those that every string fits, sorted: "byte", "date", "date-time", "decimal", "time", "uuid"
	Distinct int            `json:"distinct,omitempty"` // at least so many strings differ; 32 at most

	// Values are kept only where the user asked for it: how often each was seen.
	// Strings are as they are, numbers and booleans as JSON writes them.
	Values map[string]int `json:"values,omitempty"`

	Items   *Shape            `json:"items,omitempty"`   // of arrays
	Members map[string]*Shape `json:"members,omitempty"` // of objects; a key that begins with # is a hash
	Many    bool              `json:"many,omitempty"`    // objects here are maps: the catalog says so, or there were more than fifty unknown keys
	Entries *Shape            `json:"entries,omitempty"` // members whose keys are not kept, merged
}

// Merge adds what o has seen. The order of merges does not matter. O stays as it is,
// and the shapes share no memory afterwards. A nil o has seen nothing.
func (s *Shape) Merge(o *Shape) {
	if o == nil {
		return
	}
	switch {
	case o.String == 0:
	case s.String == 0:
		s.Formats = slices.Clone(o.Formats)
	default:
		s.Formats = slices.DeleteFunc(slices.Clone(s.Formats), func(f string) bool { return !slices.Contains(o.Formats, f) })
	}
	if len(s.Formats) == 0 {
		s.Formats = nil
	}
	s.Seen += o.Seen
	s.Null += o.Null
	s.Boolean += o.Boolean
	s.Integer += o.Integer
	s.Number += o.Number
	s.String += o.String
	s.Array += o.Array
	s.Object += o.Object
	s.Distinct = max(s.Distinct, o.Distinct)
	s.Many = s.Many || o.Many
	s.Lengths = added(s.Lengths, o.Lengths)
	s.Values = added(s.Values, o.Values)
	s.Items = Merged(s.Items, o.Items)
	s.Entries = Merged(s.Entries, o.Entries)
	for key, m := range o.Members {
		s.member(key).Merge(m)
	}
}

// valid reports whether no count of a shape that was read is negative.
func (s *Shape) valid() bool {
	if s == nil {
		return true
	}
	least := min(s.Seen, s.Null, s.Boolean, s.Integer, s.Number, s.String, s.Array, s.Object, s.Distinct)
	for _, counts := range []map[string]int{s.Lengths, s.Values} {
		for _, n := range counts {
			least = min(least, n)
		}
	}
	for _, m := range s.Members {
		if m == nil || !m.valid() {
			return false
		}
	}
	return least >= 0 && s.Items.valid() && s.Entries.valid()
}

// Merged merges o into s and returns s, or a new shape if s is nil and o is not.
func Merged(s, o *Shape) *Shape {
	if s == nil && o != nil {
		s = new(Shape)
	}
	s.Merge(o)
	return s
}

func added(counts, more map[string]int) map[string]int {
	if counts == nil && len(more) > 0 {
		return maps.Clone(more)
	}
	for what, n := range more {
		counts[what] += n
	}
	return counts
}

// member returns the shape of the member with a key, a new one if there is none.
func (s *Shape) member(key string) *Shape {
	m := s.Members[key]
	if m == nil {
		m = new(Shape)
		if s.Members == nil {
			s.Members = map[string]*Shape{}
		}
		s.Members[key] = m
	}
	return m
}

// Rename gives members their names whose keys are hashes, as far as the names are
// known, at any depth. Info.Keys holds the names of a recording.
func (s *Shape) Rename(keys map[string]string) {
	if s == nil {
		return
	}
	s.Items.Rename(keys)
	s.Entries.Rename(keys)
	for _, m := range s.Members {
		m.Rename(keys)
	}
	for _, hash := range slices.Collect(maps.Keys(s.Members)) {
		if name, ok := keys[hash]; ok && IsHash(hash) {
			m := s.Members[hash]
			delete(s.Members, hash)
			s.member(name).Merge(m)
		}
	}
}

// IsHash reports whether the key of a member is a hash, since its name is not kept.
func IsHash(key string) bool { return strings.HasPrefix(key, "#") }

// Exchange is what was seen of a call: a line of a recording.
type Exchange struct {
	Operation string `json:"operation"` // "contacts.get_contact"
	Status    int    `json:"status"`
	Success   *bool  `json:"success,omitempty"` // what the member of the envelope tells, or a boolean "success"; nil if there is none

	// The whole bodies, so also the members of an envelope. Nil is no body, or one that
	// has no shape.
	Request  *Shape `json:"request,omitempty"`
	Response *Shape `json:"response,omitempty"`

	// Unreadable says why the response has no shape: "not JSON", "HTML", "not UTF-8",
	// "duplicate key", "too deep", "too large", "cut off", or the content coding that
	// cannot be read, such as "br". If that is said of the request, the text begins with
	// "request: ", and Response is not affected.
	Unreadable string `json:"unreadable,omitempty"`

	// The ordinal of the request among the different ones that got this status, 32 at most.
	Requests int `json:"requests,omitempty"`

	Recording string `json:"-"` // id of the recording that the line is part of; set by Read
	Day       string `json:"-"` // of that recording; set by Read
	Part      int    `json:"-"` // which header of the text it stands behind, from 1; set by Read
}
