package recording

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/text/textformat"
)

// This file turns bodies into shapes. A body is read once, with its redaction, so that a value
// that is sensitive or that nobody described never gets further than its type.

// Bounds of what one recording keeps and counts, so that a recorder needs little memory.
const (
	maxBody     = 32 << 20 // bytes of a body
	maxUnknown  = 50       // unknown keys at a place that is not a map
	maxDistinct = 32       // different strings that are counted at a place
	maxKept     = 1000     // different values that are kept at a place
	maxValue    = 256      // bytes of a kept value
)

// scan reads one body for a recorder, whose lock is held. It belongs to one call.
type scan struct {
	redact.Reader
	recorder     *Recorder
	wantedPlaces [][]string // pointers to values to keep
	path         []string   // of the current value, with * for items
	// The number of members around the current value whose values are not kept.
	privateDepth int
	repeated     bool              // an object has a key twice
	unknown      map[uint64]string // unknown keys of the body that look like identifiers, by hash

	success, value string // the member that reports success, and the JSON of its value in a success
	succeeded      *bool
}

// body returns the shape of a body, or why it has none. Both are zero without a body.
func (s *scan) body(text []byte, p redact.Place, n *node) (*Shape, string) {
	if len(text) > maxBody {
		return nil, TooLarge
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, ""
	}
	shape := new(Shape)
	s.unknown = map[uint64]string{}
	s.add(s.Begin(string(text), cursor.Responses, p), n, shape)
	s.End()
	if s.Broken || s.repeated {
		s.succeeded = nil
		return nil, s.reason()
	}
	s.recorder.count(s.unknown)
	return shape, ""
}

// reason says why a text has no shape.
func (s *scan) reason() string {
	if !s.Broken {
		return "duplicate key"
	}
	switch s.Fault.Rule {
	case cursor.RuleUTF8:
		return "not UTF-8"
	case cursor.RuleDepth:
		return "too deep"
	case cursor.RuleItemsLimit:
		return TooLarge
	}
	if strings.HasPrefix(strings.TrimSpace(s.Text), "<") {
		return "HTML"
	}
	return "not JSON"
}

// add adds the current value to a shape.
func (s *scan) add(v redact.Value, n *node, shape *Shape) {
	shape.Seen++
	start := s.I
	switch s.Peek() {
	case '{':
		shape.Object++
		s.object(v, n, shape)
		return
	case '[':
		shape.Array++
		s.array(v, n, shape)
		return
	case '"':
		shape.String++
		if text, ok := s.Quoted(); ok && !v.Hidden {
			s.text(text, n, shape)
		}
		return
	case 'n':
		shape.Null++
		s.Skip()
		return
	case 't', 'f':
		shape.Boolean++
		s.Skip()
	default:
		s.Skip()
		if _, ok := cursor.ParseInt64(s.Text[start:s.I]); ok {
			shape.Integer++
		} else {
			shape.Number++
		}
	}
	if !s.Broken && !v.Hidden {
		s.keep(s.Text[start:s.I], n, shape)
	}
}

// text adds a string that is not sensitive. A shape keeps the formats that all of its strings have,
// so each further string can only remove some.
func (s *scan) text(text string, n *node, shape *Shape) {
	if shape.Lengths == nil {
		shape.Lengths = map[string]int{}
	}
	shape.Lengths[bucket(utf8.RuneCountInString(text))]++
	fitting := textformat.Checked
	if shape.String > 1 {
		fitting = shape.Formats
	}
	var fits []string
	for _, f := range fitting {
		if textformat.Named(f).Holds(text) {
			fits = append(fits, f)
		}
	}
	shape.Formats = fits
	shape.Distinct = max(shape.Distinct, n.ordinal(maphash.String(s.recorder.seed, text)))
	s.keep(text, n, shape)
}

// bucket returns the range of a length, between powers of two: 5 is in "4-7". Exact lengths of
// names and numbers could identify people.
func bucket(length int) string {
	if length <= 1 {
		return strconv.Itoa(length)
	}
	low := 1 << (bits.Len(uint(length)) - 1)
	return strconv.Itoa(low) + "-" + strconv.Itoa(2*low-1)
}

// keep keeps a value at a place that the user selected.
func (s *scan) keep(value string, n *node, shape *Shape) {
	isSelected := func(pointer []string) bool {
		return slices.EqualFunc(pointer, s.path, func(part, step string) bool { return part == step || part == "*" })
	}
	if len(value) > maxValue || s.privateDepth > 0 || !slices.ContainsFunc(s.wantedPlaces, isSelected) || !n.addValue(value) {
		return
	}
	if shape.Values == nil {
		shape.Values = map[string]int{}
	}
	shape.Values[value]++
}

// addAt is like add for a member or an item.
func (s *scan) addAt(part string, v redact.Value, n *node, shape *Shape) {
	s.path = append(s.path, part)
	s.add(v, n, shape)
	s.path = s.path[:len(s.path)-1]
}

// array adds the items of an array, which share one shape.
func (s *scan) array(v redact.Value, n *node, shape *Shape) {
	s.Array(v, func(item redact.Value) {
		if shape.Items == nil {
			shape.Items = new(Shape)
		}
		s.addAt("*", item, n.member(items, s.recorder), shape.Items)
	})
}

// object adds the members of an object, and notes whether a key is there twice: readers of JSON
// disagree about which of the two counts, so such a body has no shape.
func (s *scan) object(v redact.Value, n *node, to *Shape) {
	var keys []uint64 // their hashes
	s.Object(v, func(kind redact.Key, value redact.Value) {
		m := member{key: s.Key, hash: maphash.String(s.recorder.seed, s.Key), kind: kind, value: value}
		keys = append(keys, m.hash)
		if len(s.path) == 0 && m.key == s.success {
			s.readSuccess()
		}
		if kind == redact.KnownKey && IsHash(m.key) { // it would be taken for a hash
			m.kind = redact.UnknownKey
		}
		s.member(m, n, to)
	})
	slices.Sort(keys)
	s.repeated = s.repeated || len(slices.Compact(keys)) < len(keys)
}

// member is the current member of an object.
type member struct {
	key   string
	hash  uint64
	kind  redact.Key // what the catalog knows about the key
	value redact.Value
}

// readSuccess reads whether the call succeeded from the current value, without consuming it.
func (s *scan) readSuccess() {
	ahead := s.Cursor
	if success, isComparable := ahead.Is(s.value); isComparable {
		s.succeeded = &success
	}
}

// member adds the value of a member. The keys of a map, and keys that may be data, are not kept;
// their values are merged into one shape, to.Entries.
func (s *scan) member(m member, n *node, to *Shape) {
	var shape *Shape
	var child *node
	switch {
	case m.kind == redact.CredentialKey:
		s.Skip()
		return
	case m.kind == redact.KnownKey:
		shape = to.member(m.key)
		child = n.member(m.hash, s.recorder)
	case m.kind == redact.EntryKey:
		to.Many = true
	case !m.value.Hidden:
		var isTooMany bool
		child, isTooMany = n.unknownMember(m.hash, s.recorder)
		to.Many = to.Many || isTooMany
		if child != nil {
			shape = to.member(s.named(m.hash, m.key))
		}
	}
	if shape == nil {
		if to.Entries == nil {
			to.Entries = new(Shape)
		}
		shape, child = to.Entries, n.member(entries, s.recorder)
	}
	isPrivate := m.kind == redact.UnknownKey && s.recorder.hides(m.key)
	if isPrivate {
		s.privateDepth++
	}
	s.addAt(m.key, m.value, child, shape)
	if isPrivate {
		s.privateDepth--
	}
}

// named returns the written form of an unknown key, and adds the key to s.unknown.
func (s *scan) named(hash uint64, key string) string {
	if !isIdentifier(key) {
		return s.recorder.hash(key)
	}
	s.unknown[hash] = key
	return s.recorder.name(hash, key)
}

// isIdentifier reports whether a key looks like the name of a member rather than data: a
// letter or _, then letters, _, - and at most three digits.
func isIdentifier(key string) bool {
	digits := 0
	for i, c := range []byte(key) {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
			digits++
		case c == '-' && i > 0:
		default:
			return false
		}
	}
	return key != "" && len(key) <= 64 && digits <= 3
}
