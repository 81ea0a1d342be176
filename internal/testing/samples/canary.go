// Package samples makes whole responses from samples, in the envelope of a catalog, and replaces
// private values by canaries.
package samples

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// A canary replaces a sensitive value, so that a test finds it in places where it
// must not be. Every canary contains the digits of CanaryNumber.
const (
	Canary       = "canary-2047110471"
	CanaryNumber = 2047110471
)

// CanaryRequests returns requests with every private field. The first request has a canary in all
// of them, even if that breaks a rule. If so, the second has canaries only in the fields whose
// rules allow one. A boolean has no canary. If a request would be too large, other fields are
// omitted.
func CanaryRequests(op *catalog.Operation) []*sample.Record {
	every := new(sample.Record)
	whole, small := sample.Shape(op.Request, sample.Full)
	if small {
		every.Further, every.Kept = whole.Further, whole.Kept
	}
	for _, f := range op.Request.Fields {
		secret := f.Private() && f.Record() == nil && f.Union() == nil
		alone, ok := sample.Shape(&catalog.Shape{Fields: []*catalog.Field{f}}, sample.Full)
		switch {
		case !small && !secret:
		case ok:
			every.Members = append(every.Members, alone.Members...)
		case secret && f.Type.Kind == catalog.String:
			every.Members = append(every.Members, sample.Member{Field: f, Value: ""})
		}
	}
	requests := []*sample.Record{plant(every, op.Request)}
	if valid, ok := sample.Request(op, sample.Full); ok {
		valid = (&planting{valid: true}).record(valid, op.Request, "")
		if Canaries(valid) > 0 && valid.JSON() != requests[0].JSON() {
			requests = append(requests, valid)
		}
	}
	return requests
}

// CanaryResponse returns a response with canaries. No rule of a field excludes a canary
// from a response. Like [sample.Response], it reports false if there is no sample.
func CanaryResponse(op *catalog.Operation) (*sample.Record, bool) {
	r, ok := sample.Response(op, sample.Full)
	if !ok {
		return nil, false
	}
	return plant(r, op.Response.Shape), true
}

// Canaries returns the number of canaries in the JSON of a record.
func Canaries(r *sample.Record) int { return strings.Count(r.JSON(), strconv.Itoa(CanaryNumber)) }

// plant returns a record with canaries in its private values.
func plant(r *sample.Record, of *catalog.Shape) *sample.Record {
	return new(planting).record(r, of, "")
}

// PrivatePlaces returns JSON pointers to the private values in a record of a shape. For the
// items of an array, they point to the first item.
func PrivatePlaces(r *sample.Record, of *catalog.Shape) []string {
	var p planting
	p.record(r, of, "")
	return slices.Compact(slices.Sorted(slices.Values(p.places)))
}

// planting puts canaries into a record. If the record must stay valid, a canary replaces a value
// only if the rules of the field allow it.
type planting struct {
	valid  bool
	places []string // JSON pointers to private values
}

// record returns a copy of a record at a JSON pointer, with canaries.
func (p *planting) record(r *sample.Record, of *catalog.Shape, at string) *sample.Record {
	planted := &sample.Record{Further: r.Further, Kept: r.Kept, Union: r.Union, Tag: r.Tag}
	for _, m := range r.Members {
		here := at
		if !m.Field.Whole {
			here += "/" + jsonpointer.Escape(m.Field.Name)
		}
		if m.Field.Private() {
			p.places = append(p.places, here)
		}
		planted.Members = append(planted.Members, sample.Member{Field: m.Field, Value: p.member(m, here)})
	}
	unknown := r.Union != nil && r.Union.Variant(r.Tag) == nil // the catalog does not describe it
	if (of.PrivateKeys() || unknown) && r.Further != "" {
		planted.Kept = Canary
		p.places = append(p.places, at+"/"+r.Further)
	}
	return planted
}

// member returns the value of a member with canaries. They consist of digits if the rules of the
// field require that.
func (p *planting) member(m sample.Member, at string) any {
	for _, canary := range []string{Canary, strconv.Itoa(CanaryNumber)} {
		v := p.value(m.Field.Type, m.Value, canary, m.Field.Private(), at)
		if m.Field.Join != "" && strings.Contains(canary, m.Field.Join) {
			continue
		}
		whole := *m.Field
		whole.Whole = true
		sentValue := sample.Member{Field: m.Field, Value: v}.Sent()
		sent := &sample.Record{Members: []sample.Member{{Field: &whole, Value: sentValue}}}
		unreadable, broken := interpreter.ValueViolations(m.Field, sent.JSON())
		if len(unreadable)+len(broken) == 0 {
			return v
		}
	}
	if p.valid {
		return m.Value
	}
	return p.value(m.Field.Type, m.Value, Canary, m.Field.Private(), at)
}

// value returns a value of a type with canaries in what is private: a text becomes the canary, a
// number one with its digits, and one key of a map as well.
func (p *planting) value(t *catalog.Type, v any, canary string, private bool, at string) any {
	switch v := v.(type) {
	case sample.Null:
		if t.Holder() || t.Kind == catalog.Record || t.Kind == catalog.Union {
			return v
		}
	case *sample.Record:
		return p.record(v, shapeIn(v, t), at)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = p.value(t.Elem, item, canary, private, at+"/0")
		}
		return items
	case map[string]any:
		if t.Kind == catalog.Map {
			values := map[string]any{}
			for i, key := range slices.Sorted(maps.Keys(v)) {
				value := p.value(t.Elem, v[key], canary, private, at+"/"+jsonpointer.Escape(key))
				if private && i == 0 {
					key = canary
				}
				values[key] = value
			}
			return values
		}
	}
	switch {
	case !private || t.Kind == catalog.Boolean:
		return v
	case t.Kind == catalog.Integer:
		return CanaryNumber
	case t.Kind == catalog.Number:
		return json.Number(strconv.Itoa(CanaryNumber) + ".50")
	case t.Kind == catalog.Object:
		return map[string]any{canary: canary}
	}
	return canary
}

// shapeIn returns the shape of a record in a value of a type: the record of the type or of the
// variant, or one without fields.
func shapeIn(r *sample.Record, t *catalog.Type) *catalog.Shape {
	if r.Union == nil {
		return t.Item().Record
	}
	if v := r.Union.Variant(r.Tag); v != nil && v.Record != nil {
		return v.Record
	}
	return new(catalog.Shape)
}
