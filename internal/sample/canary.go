package sample

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/catalog"
)

// A canary stands in what is sensitive, so that a test finds it where it must not
// be. Each is known by the digits of CanaryNumber.
const (
	Canary       = "canary-2047110471"
	CanaryNumber = 2047110471
)

// Secrets makes samples that hold canaries. A field that the catalog marks is
// sensitive, and so are all fields and further keys of the records in Whole. A
// boolean has no canary.
type Secrets struct {
	Whole map[*catalog.Shape]bool
}

// Requests returns requests in which no sensitive field is missing: one with all
// of them, whether or not it keeps the rules, and where that one breaks some, one
// with those whose rules admit a canary. Of a request that would be too large,
// what is neither required nor sensitive in itself is left out.
func (s Secrets) Requests(op *catalog.Operation) []*Record {
	size, ok := Full.fit(op.Request)
	if !ok {
		size = Minimal
	}
	every := new(Record)
	for _, f := range op.Request.Fields {
		secret := f.Sensitive && recordOf(f) == nil
		if size != Full && !secret && (!size.wants(f) || size.tooLarge(f)) {
			continue
		}
		if v, ok := size.field(f); ok {
			every.Members = append(every.Members, Member{f, v})
		} else if secret && f.Type.Kind == catalog.String {
			every.Members = append(every.Members, Member{f, ""})
		}
	}
	requests := []*Record{s.plant(every, op.Request, false, false)}
	if valid, ok := Request(op, Full); ok {
		valid = s.plant(valid, op.Request, false, true)
		if valid.Canaries() > 0 && valid.JSON() != requests[0].JSON() {
			requests = append(requests, valid)
		}
	}
	return requests
}

// Answer returns an answer with canaries, which no rule of a field excludes from
// an answer. It is false as that of the function [Answer] is.
func (s Secrets) Answer(op *catalog.Operation) (*Record, bool) {
	r, ok := Answer(op, Full)
	if !ok {
		return nil, false
	}
	return s.plant(r, op.Response.Shape, false, false), true
}

// Canaries returns how many canaries a record holds as it travels.
func (r *Record) Canaries() int { return strings.Count(r.JSON(), strconv.Itoa(CanaryNumber)) }

// Planted returns JSON pointers to the canaries that a record holds as it
// travels, one for each canary, of an array to the first item.
func (r *Record) Planted() []string { return r.planted("") }

func (r *Record) planted(at string) (places []string) {
	for _, m := range r.Members {
		place := at + "/" + escapePointer(m.Field.Name)
		items, ok := m.Value.([]any)
		if !ok {
			items = []any{m.Value}
		}
		for _, item := range items {
			if inner, isRecord := item.(*Record); isRecord && ok {
				places = append(places, inner.planted(place+"/0")...)
			} else if isRecord {
				places = append(places, inner.planted(place)...)
			} else {
				text, _ := json.Marshal(item)
				for range strings.Count(string(text), strconv.Itoa(CanaryNumber)) {
					places = append(places, place)
				}
			}
		}
	}
	if r.Kept == Canary {
		places = append(places, at+"/"+r.Further)
	}
	return places
}

// plant returns a record with canaries, all of it where it stands in a sensitive
// field. Where it is to stay valid, only what the rules of a field admit is put
// there.
func (s Secrets) plant(r *Record, of *catalog.Shape, sensitive, valid bool) *Record {
	sensitive = sensitive || s.Whole[of]
	planted := &Record{Further: r.Further, Kept: r.Kept}
	for _, m := range r.Members {
		planted.Members = append(planted.Members, Member{m.Field, s.value(m.Field, m.Value, sensitive || m.Field.Sensitive, valid)})
	}
	if sensitive && r.Further != "" {
		planted.Kept = Canary
	}
	return planted
}

func (s Secrets) value(f *catalog.Field, v any, sensitive, valid bool) any {
	switch v := v.(type) {
	case *Record:
		return s.plant(v, f.Type.Record, sensitive, valid)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = s.value(&catalog.Field{Type: f.Type.Elem, Join: f.Join}, item, sensitive, valid)
		}
		return items
	}
	if canary := canaryOf(f); sensitive && canary != nil && (!valid || admits(f, canary)) {
		return canary
	}
	return v
}

// canaryOf is a canary of the type of a field that is no record and no array, nil
// where there is none. Digits are taken where the rules admit nothing else.
func canaryOf(f *catalog.Field) any {
	digits := strconv.Itoa(CanaryNumber)
	switch f.Type.Kind {
	case catalog.Boolean:
		return nil
	case catalog.Integer:
		return CanaryNumber
	case catalog.Number:
		return json.Number(digits + ".50")
	case catalog.Object:
		return map[string]any{Canary: Canary}
	case catalog.String:
		if !admits(f, Canary) && admits(f, digits) {
			return digits
		}
	}
	return Canary
}

// admits reports whether the rules of a field, or of an item of a joined list,
// admit a canary.
func admits(f *catalog.Field, canary any) bool {
	switch f.Type.Kind {
	case catalog.String:
		s := canary.(string)
		return satisfies(s, f) && (f.Join == "" || joinable(s, f.Join) == s)
	case catalog.Enumeration:
		return f.Type.Enum.Open
	case catalog.Integer, catalog.Number:
		return bound(f.Minimum, math.Inf(-1)) <= CanaryNumber && CanaryNumber < bound(f.Maximum, math.Inf(1))
	default:
		return true
	}
}

func bound(n json.Number, otherwise float64) float64 {
	if f, err := n.Float64(); err == nil {
		return f
	}
	return otherwise
}

// Places returns JSON pointers to what is sensitive in a record of a shape,
// of an array to the first item.
func (s Secrets) Places(r *Record, of *catalog.Shape) []string { return s.places(r, of, "", false) }

func (s Secrets) places(r *Record, of *catalog.Shape, at string, sensitive bool) (places []string) {
	sensitive = sensitive || s.Whole[of]
	for _, m := range r.Members {
		place := at + "/" + escapePointer(m.Field.Name)
		if sensitive || m.Field.Sensitive {
			places = append(places, place)
		}
		v := m.Value
		if items, ok := v.([]any); ok && len(items) > 0 {
			v, place = items[0], place+"/0"
		}
		if inner, ok := v.(*Record); ok {
			places = slices.Concat(places, s.places(inner, recordOf(m.Field), place, sensitive || m.Field.Sensitive))
		}
	}
	if sensitive && r.Further != "" {
		places = append(places, at+"/"+r.Further)
	}
	return places
}

func escapePointer(name string) string {
	return pointerEscapes.Replace(name)
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// recordOf is the record that a field holds, alone or in an array, or nil.
func recordOf(f *catalog.Field) *catalog.Shape {
	if f.Type.Kind == catalog.Array {
		return f.Type.Elem.Record
	}
	return f.Type.Record
}
