package sample

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
)

// A canary replaces a sensitive value, so that a test finds it in places where it
// must not be. Every canary contains the digits of CanaryNumber.
const (
	Canary       = "canary-2047110471"
	CanaryNumber = 2047110471
)

// CanaryRequests returns requests with every private field. The first request has a
// canary in all of them, even if that breaks a rule. If it does, the second has
// canaries only in the fields whose rules allow one. A boolean has no canary. If a
// request would be too large, fields that are neither required nor private
// themselves are left out.
func CanaryRequests(op *catalog.Operation) []*Record {
	size, ok := Full.fit(op.Request)
	if !ok {
		size = Minimal
	}
	every := choice{}.record(op, Full)
	for _, f := range op.Request.Fields {
		secret := f.Private() && f.Record() == nil && f.Union() == nil
		if size != Full && !secret && (!size.wants(f) || size.tooLarge(f)) {
			continue
		}
		if v, ok := size.field(place{shape: op.Request}, f); ok {
			every.Members = append(every.Members, Member{f, v})
		} else if secret && f.Type.Kind == catalog.String {
			every.Members = append(every.Members, Member{f, ""})
		}
	}
	requests := []*Record{Plant(every, op.Request, false)}
	if valid, ok := Request(op, Full); ok {
		valid = Plant(valid, op.Request, true)
		if valid.Canaries() > 0 && valid.JSON() != requests[0].JSON() {
			requests = append(requests, valid)
		}
	}
	return requests
}

// CanaryAnswer returns a response with canaries. No rule of a field excludes a
// canary from a response. Like [Answer], it reports false if there is no sample.
func CanaryAnswer(op *catalog.Operation) (*Record, bool) {
	r, ok := Answer(op, Full)
	if !ok {
		return nil, false
	}
	return Plant(r, op.Response.Shape, false), true
}

// Canaries returns the number of canaries in the JSON of a record.
func (r *Record) Canaries() int { return strings.Count(r.JSON(), strconv.Itoa(CanaryNumber)) }

// Planted returns a JSON pointer for each canary in a record as it is sent. It points
// at the first item of an array, and of an array or a map of single values at the whole.
func (r *Record) Planted() []string { return r.planted("") }

func (r *Record) planted(at string) (places []string) {
	for _, m := range r.Members {
		place := below(at, m.Field)
		places = append(places, plantedIn(m.Value, place, place)...)
	}
	if r.Kept == Canary {
		places = append(places, at+"/"+r.Further)
	}
	return places
}

// plantedIn returns the places of the canaries in a value at a place. Single values
// count for the whole that they are in.
func plantedIn(v any, at, whole string) (places []string) {
	count := func(v any) {
		for range strings.Count(valueJSON(v), strconv.Itoa(CanaryNumber)) {
			places = append(places, whole)
		}
	}
	switch v := v.(type) {
	case *Record:
		return v.planted(at)
	case []any:
		for _, item := range v {
			places = append(places, plantedIn(item, at+"/0", whole)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			count(key)
			places = append(places, plantedIn(v[key], at+"/"+jsonpointer.Escape(key), whole)...)
		}
	default:
		count(v)
	}
	return places
}

// Plant returns a record with canaries in its private values. If the record has to
// stay valid, a canary replaces a value only if the rules of the field allow it.
func Plant(r *Record, of *catalog.Shape, valid bool) *Record {
	planted := &Record{Further: r.Further, Kept: r.Kept, Union: r.Union, Tag: r.Tag}
	for _, m := range r.Members {
		planted.Members = append(planted.Members, Member{m.Field, plantValue(m.Field, m.Value, m.Field.Private(), valid)})
	}
	if (of.PrivateKeys() || r.IsUnknown()) && r.Further != "" {
		planted.Kept = Canary
	}
	return planted
}

func plantValue(f *catalog.Field, v any, private, valid bool) any {
	switch v := v.(type) {
	case Null:
		if t := f.Type; t.Holder() || t.Kind == catalog.Record || t.Kind == catalog.Union {
			return v
		}
	case *Record:
		return Plant(v, v.shapeIn(f.Type), valid)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = plantValue(&catalog.Field{Type: f.Type.Elem, Join: f.Join}, item, private, valid)
		}
		return items
	case map[string]any:
		if f.Type.Kind == catalog.Map {
			return plantMap(f, v, private, valid)
		}
	}
	if canary := canaryOf(f); private && canary != nil && (!valid || admits(f, canary)) {
		return canary
	}
	return v
}

// plantMap returns a map with canaries in its values, and with one as a key if keys are
// private.
func plantMap(f *catalog.Field, v map[string]any, private, valid bool) any {
	values := map[string]any{}
	for i, key := range slices.Sorted(maps.Keys(v)) {
		value := plantValue(&catalog.Field{Type: f.Type.Elem}, v[key], private, valid)
		if private && i == 0 {
			key = Canary
		}
		values[key] = value
	}
	return values
}

// canaryOf returns a canary for the type of a field that holds a single value or an
// object, or nil if there is none. It consists of digits if the rules allow nothing
// else.
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
// allow a canary.
func admits(f *catalog.Field, canary any) bool {
	switch f.Type.Kind {
	case catalog.String:
		s := canary.(string)
		return satisfies(s, f, regexp.MustCompile(f.Pattern)) && (f.Join == "" || joinable(s, f.Join) == s)
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

// PrivatePlaces returns JSON pointers to the private values in a record of a shape.
// For an array, they point at the first item.
func PrivatePlaces(r *Record, of *catalog.Shape) []string { return privatePlaces(r, of, "") }

func privatePlaces(r *Record, of *catalog.Shape, at string) (places []string) {
	for _, m := range r.Members {
		place := below(at, m.Field)
		if m.Field.Private() {
			places = append(places, place)
		}
		if inner, step := firstRecord(m.Value); inner != nil {
			places = slices.Concat(places, privatePlaces(inner, inner.shapeIn(m.Field.Type), place+step))
		}
	}
	if (of.PrivateKeys() || r.IsUnknown()) && r.Further != "" {
		places = append(places, at+"/"+r.Further)
	}
	return places
}

// below is a JSON pointer of a field of what another one points at.
func below(at string, f *catalog.Field) string {
	if f.Whole {
		return at
	}
	return at + "/" + jsonpointer.Escape(f.Name)
}

// firstRecord returns the first record in a value, and the JSON pointer to it from
// there.
func firstRecord(v any) (r *Record, at string) {
	switch v := v.(type) {
	case *Record:
		return v, ""
	case []any:
		for _, item := range v[:min(len(v), 1)] {
			r, at = firstRecord(item)
			return r, "/0" + at
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			r, at = firstRecord(v[key])
			return r, "/" + jsonpointer.Escape(key) + at
		}
	}
	return nil, ""
}
