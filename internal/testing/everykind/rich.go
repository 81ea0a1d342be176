// Package everykind is what the generator writes for an operation with a field of every
// kind. The tests of api and wire read and write by it.
package everykind

import (
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Op is the operation.
var Op = &api.Operation{Area: "things", Name: "rich", Path: "/api/things/rich", Effect: api.Write}

type Request struct {
	Name   string // required
	Inner  Record
	Price  *json.Number
	Note   *string
	Flag   *bool
	Count  *int
	Ratio  *json.Number
	Mood   *string // one of glad, sad
	Tags   []string
	Joined []string
	Ints   []int
	Items  []Record
	One    *Record
	Object api.Object
	Any    any
	Anys   []any
	Moods  []Mood
	Bools  []bool
	Nums   []json.Number
	Objs   []api.Object
}

type Mood string

// Record is an open record.
type Record struct {
	ID    string // required
	Size  *int
	Extra api.Object
}

func Decode(d *wire.Decoder) *Request {
	s, r := wire.NewSlab[Request, [3]string]()
	for d.Begin(s.Slots[:]); d.Next(); {
		switch d.Key() {
		case "name":
			r.Name = d.String(0)
		case "inner":
			wire.RequiredRecord(d, 1, &r.Inner, DecodeRecord)
		case "price":
			r.Price = d.OptNumber(2)
		case "note":
			r.Note = d.OptString(3)
		case "flag":
			r.Flag = d.OptBool(4)
		case "count":
			r.Count = d.OptInt(5)
		case "ratio":
			r.Ratio = d.OptNumber(6)
		case "mood":
			r.Mood = d.OptString(7)
		case "tags":
			r.Tags = wire.Array(d, 8, wire.StringItem)
		case "joined":
			r.Joined = d.Joined(9, ",")
		case "ints":
			r.Ints = wire.Array(d, 10, wire.IntItem)
		case "items":
			r.Items = wire.Records(d, 11, DecodeRecord)
		case "one":
			r.One = wire.Record(d, 12, DecodeRecord)
		case "object":
			r.Object = d.Object(13)
		case "any":
			r.Any = d.Any(14)
		case "anys":
			r.Anys = wire.Array(d, 15, wire.AnyItem)
		case "moods":
			r.Moods = wire.Array(d, 16, wire.EnumItem[Mood])
		case "bools":
			r.Bools = wire.Array(d, 17, wire.BoolItem)
		case "nums":
			r.Nums = wire.Array(d, 18, wire.NumberItem)
		case "objs":
			r.Objs = wire.Array(d, 19, wire.ObjectItem)
		}
	}
	d.Require(0, "name")
	d.Require(1, "inner")
	r.validate(&d.Validator)
	return r
}

func DecodeRecord(d *wire.Decoder, r *Record) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "id":
			r.ID = d.String(0)
		case "size":
			r.Size = d.OptInt(1)
		default:
			d.Extra(&r.Extra)
		}
	}
	d.Require(0, "id")
}

func (r *Request) Validate() error {
	var v wire.Validator
	r.validate(&v)
	return v.Err()
}

func (r *Request) validate(v *wire.Validator) {
	v.NonBlank("name", r.Name)
	v.Enter("inner", -1)
	r.Inner.validate(v)
	v.Leave()
	if r.Price != nil {
		v.Number("price", *r.Price, "0.01", "999.99")
	}
	if r.Ratio != nil {
		v.Number("ratio", *r.Ratio, "", "")
	}
	if r.Mood != nil {
		v.OneOf("mood", *r.Mood, "glad", "sad")
	}
	v.MaxItems("tags", len(r.Tags), 3)
	v.Joined("joined", r.Joined, ",")
	for i := range r.Items {
		v.Enter("items", i)
		r.Items[i].validate(v)
		v.Leave()
	}
	if r.One != nil {
		v.Enter("one", -1)
		r.One.validate(v)
		v.Leave()
	}
	for i := range r.Moods {
		v.OneOfItem("moods", i, string(r.Moods[i]), "glad", "sad")
	}
	for i := range r.Nums {
		v.NumberItem("nums", i, r.Nums[i])
	}
}

func (r *Record) validate(v *wire.Validator) {
	v.MaxLength("id", r.ID, 5)
}

func (r *Request) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendString(b, `"name":`, r.Name)
	b = append(r.Inner.AppendJSON(append(b, `"inner":`...)), ',')
	b = wire.AppendOptNumber(b, `"price":`, r.Price)
	b = wire.AppendOptString(b, `"note":`, r.Note)
	b = wire.AppendOptBool(b, `"flag":`, r.Flag)
	b = wire.AppendOptInt(b, `"count":`, r.Count)
	b = wire.AppendOptNumber(b, `"ratio":`, r.Ratio)
	b = wire.AppendOptString(b, `"mood":`, r.Mood)
	b = wire.AppendStrings(b, `"tags":`, r.Tags)
	b = wire.AppendJoined(b, `"joined":`, r.Joined, ",")
	b = wire.AppendList(b, `"ints":`, r.Ints, wire.IntJSON)
	if r.Items != nil {
		b = append(b, `"items":[`...)
		for i := range r.Items {
			b = append(r.Items[i].AppendJSON(b), ',')
		}
		b = wire.CloseArray(b)
	}
	if r.One != nil {
		b = append(r.One.AppendJSON(append(b, `"one":`...)), ',')
	}
	b = wire.AppendObject(b, `"object":`, r.Object)
	b = wire.AppendAny(b, `"any":`, r.Any)
	b = wire.AppendList(b, `"anys":`, r.Anys, wire.AnyJSON)
	b = wire.AppendStrings(b, `"moods":`, r.Moods)
	b = wire.AppendList(b, `"bools":`, r.Bools, wire.BoolJSON)
	b = wire.AppendList(b, `"nums":`, r.Nums, wire.NumberJSON)
	b = wire.AppendObjects(b, `"objs":`, r.Objs)
	return wire.CloseObject(b)
}

func (r *Record) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendString(b, `"id":`, r.ID)
	b = wire.AppendOptInt(b, `"size":`, r.Size)
	b = wire.AppendExtra(b, r.Extra, "id", "size")
	return wire.CloseObject(b)
}

func (r Record) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// Response is a response with a field that is required and one that is not.
type Response struct {
	ID       string
	Note     *string
	Received api.Received
}

func DecodeResponse(d *wire.Decoder) *Response {
	r := &Response{Received: d.Received()}
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "id":
			r.ID = d.String(0)
		case "note":
			r.Note = d.OptString(1)
		}
	}
	d.Require(0, "id")
	return r
}

func (r *Response) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = wire.AppendString(b, `"id":`, r.ID)
	b = wire.AppendOptString(b, `"note":`, r.Note)
	return wire.CloseObject(b)
}

// Body gives a value to every field.
const Body = `{"name":"n\u00e9\ud83d\ude00\n","inner":{"id":"1","size":1e2,"x":[1,{"y":null}]},` +
	`"price":12.50,"note":"quite a long note, \"quoted\"","flag":true,"count":-0,"ratio":-1.5e-3,"mood":"glad",` +
	`"tags":["a","b"],"joined":"a,b","ints":[1,2.0],"items":[{"id":"2"},{"id":"3","z":"é"}],"one":{"id":"4"},` +
	`"object":{"a":{"b":[]}},"any":[[1,"two",false,null],{}],"anys":[1,null],"moods":["sad"],"bools":[true,false],` +
	`"nums":[1.0,2],"objs":[{},{"k":1}]}`
