package learn

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"example.com/opgen/internal/catalog"
)

// speaker makes responses at random, or with every alternative.
type speaker struct {
	*rand.Rand
	all bool
}

func (m *speaker) body(op *catalog.Operation) string {
	switch r := op.Response; {
	case r.Nothing:
		return ""
	case r.Whole != nil:
		return m.value(r.Whole, r.Whole.Type, 0)
	default:
		return m.shape(r.Shape, 0, "")
	}
}

func (m *speaker) chance(percent int) bool { return m.all || m.IntN(100) < percent }

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

func (m *speaker) shape(s *catalog.Shape, depth int, members string) string {
	for _, f := range s.Fields {
		if isOmitted(f, depth) || !f.Required && !m.chance(60) {
			continue
		}
		members += "," + quoted(f.Name) + ":" + m.value(f, f.Type, depth+1)
	}
	return "{" + strings.TrimPrefix(members, ",") + "}"
}

// value makes a value of a type.
func (m *speaker) value(f *catalog.Field, t *catalog.Type, depth int) string {
	if t.Nullable && m.IntN(5) == 0 {
		return "null"
	}
	switch t.Kind {
	case catalog.String:
		if f.Join != "" {
			return quoted("a")
		}
		return quoted([]string{"", "a", "2001-01-01", "some text"}[m.IntN(4)])
	case catalog.Enumeration:
		return quoted(t.Enum.Values[m.IntN(len(t.Enum.Values))].Value)
	case catalog.Boolean:
		return []string{"true", "false"}[m.IntN(2)]
	case catalog.Integer:
		return []string{"0", "7", "-1"}[m.IntN(3)]
	case catalog.Number:
		return []string{"0", "1.5", "-1e300"}[m.IntN(3)]
	case catalog.Array:
		switch {
		case f.Join != "":
			return quoted("a" + f.Join + "b")
		case isEmptied(f, depth):
			return "[]"
		}
		var items []string
		for range m.size(2) {
			items = append(items, m.value(f, t.Elem, depth+1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case catalog.Map:
		if isEmptied(f, depth) {
			return "{}"
		}
		return m.entries(func() string { return m.value(f, t.Elem, depth+1) })
	case catalog.Object:
		return m.entries(m.any)
	case catalog.Record:
		return m.shape(t.Record, depth, "")
	case catalog.Union:
		of := variants(f, t.Union, depth)
		if len(of) == 0 {
			return "{" + quoted(t.Union.By) + `:"none of them"}`
		}
		v := of[m.IntN(len(of))]
		tag := "," + quoted(t.Union.By) + ":" + quoted(v.Tag)
		if v.Record == nil {
			return "{" + tag[1:] + "}"
		}
		return m.shape(v.Record, depth+1, tag)
	default:
		return m.any()
	}
}

// variants returns the variants that a speaker uses.
func variants(f *catalog.Field, u *catalog.TaggedUnion, depth int) []*catalog.Variant {
	switch v := u.Ending(); {
	case !isEmptied(f, depth):
		return u.Variants
	case v == nil:
		return nil
	default:
		return []*catalog.Variant{v}
	}
}

func (m *speaker) size(n int) int {
	if m.all {
		return n
	}
	return m.IntN(n + 1)
}

// entries makes a map: if it has every alternative, one of more keys than an object has.
// The first ones are small, so that maps in maps stay within bounds.
func (m *speaker) entries(value func() string) string {
	n, all := m.size(53), m.all
	if !all {
		n = m.IntN(4)
	}
	var members []string
	for i := range n {
		m.all = all && i == n-1
		members = append(members, fmt.Sprintf("%q:%s", fmt.Sprintf("key%d", i), value()))
	}
	m.all = all
	return "{" + strings.Join(members, ",") + "}"
}

func (m *speaker) any() string {
	return []string{"null", "true", "1", "1.5", `"a"`, "[]", `[1,"a",null]`, `{"key":1}`}[m.IntN(8)]
}
