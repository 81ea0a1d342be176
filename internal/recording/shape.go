// Package recording writes and reads recordings of the traffic of a service: the shapes of
// bodies, without values. The proxy of gen record and api.WithRecorder write recordings; gen
// learn reads them.
//
// A recording consists of JSON lines, and may be compressed with gzip. After the header, there
// is an exchange for each call, and lines that name keys:
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

// Shape describes the values at a place in bodies.
type Shape struct {
	Seen int `json:"seen"` // the number of values, of any type

	// The number of values of each type. An Integer fits the type integer of a catalog, and
	// is not counted as a Number.
	Null    int `json:"null,omitempty"`
	Boolean int `json:"boolean,omitempty"`
	Integer int `json:"integer,omitempty"`
	Number  int `json:"number,omitempty"`
	String  int `json:"string,omitempty"`
	Array   int `json:"array,omitempty"`
	Object  int `json:"object,omitempty"`

	Lengths  map[string]int `json:"lengths,omitempty"`  // the number of strings by length in code points: "0", "1", "2-3", "4-7", ...
	Formats  []string       `json:"formats,omitempty"`  // the formats that every string has, sorted: "byte", "date", "date-time", "decimal", "time", "uuid"
	Distinct int            `json:"distinct,omitempty"` // the least number of different strings; at most 32

	// Values counts values, only at places that the user selected. Strings are unquoted,
	// numbers and booleans are as in JSON.
	Values map[string]int `json:"values,omitempty"`

	Items   *Shape            `json:"items,omitempty"`   // of arrays
	Members map[string]*Shape `json:"members,omitempty"` // of objects; a key that begins with # is a hash
	Many    bool              `json:"many,omitempty"`    // objects here are maps: the catalog says so, or there were more than fifty unknown keys
	Entries *Shape            `json:"entries,omitempty"` // members whose keys are not kept, merged
}

// Merge adds the values of o, which may be nil. The order of merges does not matter. Merge does
// not change o, and the shapes share no memory.
func (s *Shape) Merge(o *Shape) {
	if o == nil {
		return
	}
	switch {
	case o.String == 0:
	case s.String == 0:
		s.Formats = slices.Clone(o.Formats)
	default:
		isMissing := func(format string) bool { return !slices.Contains(o.Formats, format) }
		s.Formats = slices.DeleteFunc(slices.Clone(s.Formats), isMissing)
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
	s.Lengths = addCounts(s.Lengths, o.Lengths)
	s.Values = addCounts(s.Values, o.Values)
	s.Items = Merged(s.Items, o.Items)
	s.Entries = Merged(s.Entries, o.Entries)
	for key, m := range o.Members {
		s.member(key).Merge(m)
	}
}

// isValid reports whether no count of a shape is negative.
func (s *Shape) isValid() bool {
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
		if m == nil || !m.isValid() {
			return false
		}
	}
	return least >= 0 && s.Items.isValid() && s.Entries.isValid()
}

// Merged merges o into s and returns s, or a new shape if s is nil and o is not.
func Merged(s, o *Shape) *Shape {
	if s == nil && o != nil {
		s = new(Shape)
	}
	s.Merge(o)
	return s
}

// addCounts adds more to counts, and returns the result: counts itself, unless it is nil.
func addCounts(counts, more map[string]int) map[string]int {
	if counts == nil && len(more) > 0 {
		return maps.Clone(more)
	}
	for key, n := range more {
		counts[key] += n
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

// Rename replaces keys that are hashes by their names, if known, at any depth. Info.Keys has
// the names of a recording.
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

// IsHash reports whether the key of a member is a hash.
func IsHash(key string) bool { return strings.HasPrefix(key, "#") }

// Exchange is a call in a recording.
type Exchange struct {
	Operation string `json:"operation"` // "contacts.get_contact"
	Status    int    `json:"status"`
	Success   *bool  `json:"success,omitempty"` // by the member of the envelope, or a boolean "success"; nil without one

	// The whole bodies, with the members of an envelope. Nil means no body, or a body
	// without a shape.
	Request  *Shape `json:"request,omitempty"`
	Response *Shape `json:"response,omitempty"`

	// Unreadable says why the response has no shape: "not JSON", "HTML", "not UTF-8",
	// "duplicate key", "too deep", "too large", "cut off", or the content coding that
	// cannot be read, such as "br". If it is about the request, it begins with "request: ",
	// and Response is not affected.
	Unreadable string `json:"unreadable,omitempty"`

	// The ordinal of the request among the different ones with this status, at most 32.
	Requests int `json:"requests,omitempty"`

	Recording string `json:"-"` // id of the recording that the line is part of; set by Read
	Day       string `json:"-"` // of that recording; set by Read
	Part      int    `json:"-"` // the number of its header in the text, from 1; set by Read
}
