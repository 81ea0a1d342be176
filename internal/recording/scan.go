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

const (
	maxBody     = 32 << 20 // bytes of a body
	maxUnknown  = 50       // unknown keys at a place that is not a map
	maxDistinct = 32       // different strings that are counted at a place
	maxKept     = 1000     // different values that are kept at a place
	maxValue    = 256      // bytes of a kept value
)

// scan reads a body for a recorder, whose lock is held.
type scan struct {
	redact.Reader
	recorder *Recorder
	wanted   [][]string // pointers to values to keep
	path     []string   // of the current value, with * for items
	// The number of members around the current value whose values are not kept.
	private  int
	repeated bool              // an object has a key twice
	unknown  map[uint64]string // unknown keys of the body that look like identifiers, by hash

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
func (s *scan) add(v redact.Value, n *node, to *Shape) {
	to.Seen++
	start := s.I
	switch s.Peek() {
	case '{':
		to.Object++
		s.object(v, n, to)
		return
	case '[':
		to.Array++
		s.array(v, n, to)
		return
	case '"':
		to.String++
		if text, ok := s.Quoted(); ok && !v.Hidden {
			s.text(text, n, to)
		}
		return
	case 'n':
		to.Null++
		s.Skip()
		return
	case 't', 'f':
		to.Boolean++
		s.Skip()
	default:
		s.Skip()
		if _, ok := cursor.ParseInt64(s.Text[start:s.I]); ok {
			to.Integer++
		} else {
			to.Number++
		}
	}
	if !s.Broken && !v.Hidden {
		s.keep(s.Text[start:s.I], n, to)
	}
}

// text adds a string that is not sensitive.
func (s *scan) text(text string, n *node, to *Shape) {
	if to.Lengths == nil {
		to.Lengths = map[string]int{}
	}
	to.Lengths[bucket(utf8.RuneCountInString(text))]++
	fitting := textformat.Checked
	if to.String > 1 {
		fitting = to.Formats
	}
	var fits []string
	for _, f := range fitting {
		if textformat.Named(f).Holds(text) {
			fits = append(fits, f)
		}
	}
	to.Formats = fits
	to.Distinct = max(to.Distinct, n.ordinal(maphash.String(s.recorder.seed, text)))
	s.keep(text, n, to)
}

// bucket returns the range of a length, between powers of two.
func bucket(length int) string {
	if length <= 1 {
		return strconv.Itoa(length)
	}
	low := 1 << (bits.Len(uint(length)) - 1)
	return strconv.Itoa(low) + "-" + strconv.Itoa(2*low-1)
}

// keep keeps a value at a place that the user selected.
func (s *scan) keep(value string, n *node, to *Shape) {
	selected := func(pointer []string) bool {
		return slices.EqualFunc(pointer, s.path, func(part, at string) bool { return part == at || part == "*" })
	}
	if len(value) > maxValue || s.private > 0 || !slices.ContainsFunc(s.wanted, selected) || !n.addValue(value) {
		return
	}
	if to.Values == nil {
		to.Values = map[string]int{}
	}
	to.Values[value]++
}

// addAt is like add for a member or an item.
func (s *scan) addAt(part string, v redact.Value, n *node, to *Shape) {
	s.path = append(s.path, part)
	s.add(v, n, to)
	s.path = s.path[:len(s.path)-1]
}

func (s *scan) array(v redact.Value, n *node, to *Shape) {
	s.Array(v, func(item redact.Value) {
		if to.Items == nil {
			to.Items = new(Shape)
		}
		s.addAt("*", item, n.member(items, s.recorder), to.Items)
	})
}

func (s *scan) object(v redact.Value, n *node, to *Shape) {
	var keys []uint64 // their hashes
	s.Object(v, func(known redact.Key, member redact.Value) {
		key, hash := s.Key, maphash.String(s.recorder.seed, s.Key)
		keys = append(keys, hash)
		if len(s.path) == 0 && key == s.success {
			ahead := s.Cursor
			if success, comparable := ahead.Is(s.value); comparable {
				s.succeeded = &success
			}
		}
		if known == redact.KnownKey && IsHash(key) {
			known = redact.UnknownKey
		}
		var shape *Shape
		var child *node
		switch {
		case known == redact.CredentialKey:
			s.Skip()
			return
		case known == redact.KnownKey:
			shape = to.member(key)
			child = n.member(hash, s.recorder)
		case known == redact.EntryKey:
			to.Many = true
		case !member.Hidden:
			var many bool
			child, many = n.unknownMember(hash, s.recorder)
			to.Many = to.Many || many
			if child != nil {
				shape = to.member(s.named(hash, key))
			}
		}
		if shape == nil {
			if to.Entries == nil {
				to.Entries = new(Shape)
			}
			shape, child = to.Entries, n.member(entries, s.recorder)
		}
		isPrivate := known == redact.UnknownKey && s.recorder.hides(key)
		if isPrivate {
			s.private++
		}
		s.addAt(key, member, child, shape)
		if isPrivate {
			s.private--
		}
	})
	slices.Sort(keys)
	s.repeated = s.repeated || len(slices.Compact(keys)) < len(keys)
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
