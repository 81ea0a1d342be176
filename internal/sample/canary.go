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

// CanaryRequests returns requests in which no private field is missing: one with
// canaries in all of them, whether or not it keeps the rules, and if that one
// breaks some, one with those whose rules admit a canary. A boolean has no canary.
// A request that would be too large is sent without what is neither required nor
// private in itself.
func CanaryRequests(op *catalog.Operation) []*Record {
	size, ok := Full.fit(op.Request)
	if !ok {
		size = Minimal
	}
	every := new(Record)
	for _, f := range op.Request.Fields {
		secret := f.Private() && f.Record() == nil
		if size != Full && !secret && (!size.wants(f) || size.tooLarge(f)) {
			continue
		}
		if v, ok := size.field(f); ok {
			every.Members = append(every.Members, Member{f, v})
		} else if secret && f.Type.Kind == catalog.String {
			every.Members = append(every.Members, Member{f, ""})
		}
	}
	requests := []*Record{plant(every, op.Request, false)}
	if valid, ok := Request(op, Full); ok {
		valid = plant(valid, op.Request, true)
		if valid.Canaries() > 0 && valid.JSON() != requests[0].JSON() {
			requests = append(requests, valid)
		}
	}
	return requests
}

// CanaryAnswer returns an answer with canaries, which no rule of a field excludes
// from an answer. It is false as that of [Answer] is.
func CanaryAnswer(op *catalog.Operation) (*Record, bool) {
	r, ok := Answer(op, Full)
	if !ok {
		return nil, false
	}
	return plant(r, op.Response.Shape, false), true
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

// plant returns a record with canaries in what is private. If it is to stay
// valid, only what the rules of a field admit is put there.
func plant(r *Record, of *catalog.Shape, valid bool) *Record {
	planted := &Record{Further: r.Further, Kept: r.Kept}
	for _, m := range r.Members {
		planted.Members = append(planted.Members, Member{m.Field, plantValue(m.Field, m.Value, m.Field.Private(), valid)})
	}
	if of.PrivateKeys() && r.Further != "" {
		planted.Kept = Canary
	}
	return planted
}

func plantValue(f *catalog.Field, v any, private, valid bool) any {
	switch v := v.(type) {
	case *Record:
		return plant(v, f.Type.Record, valid)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = plantValue(&catalog.Field{Type: f.Type.Elem, Join: f.Join}, item, private, valid)
		}
		return items
	}
	if canary := canaryOf(f); private && canary != nil && (!valid || admits(f, canary)) {
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

// PrivatePlaces returns JSON pointers to what is private in a record of a shape,
// of an array to the first item.
func PrivatePlaces(r *Record, of *catalog.Shape) []string { return privatePlaces(r, of, "") }

func privatePlaces(r *Record, of *catalog.Shape, at string) (places []string) {
	for _, m := range r.Members {
		place := at + "/" + escapePointer(m.Field.Name)
		if m.Field.Private() {
			places = append(places, place)
		}
		v := m.Value
		if items, ok := v.([]any); ok && len(items) > 0 {
			v, place = items[0], place+"/0"
		}
		if inner, ok := v.(*Record); ok {
			places = slices.Concat(places, privatePlaces(inner, m.Field.Record(), place))
		}
	}
	if of.PrivateKeys() && r.Further != "" {
		places = append(places, at+"/"+r.Further)
	}
	return places
}

func escapePointer(name string) string {
	return pointerEscapes.Replace(name)
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")
