package api

import "encoding/json"

// What follows is what the generator writes for an operation with a field of
// every kind. The tests read and write by way of it.

var opRich = &Operation{Area: "things", Name: "rich", Path: "/api/things/rich", Effect: Write}

type richRequest struct {
	Name   string // required
	Inner  richRecord
	Price  *json.Number
	Note   *string
	Flag   *bool
	Count  *int
	Ratio  *json.Number
	Mood   *string // one of glad, sad
	Tags   []string
	Joined []string
	Ints   []int
	Items  []richRecord
	One    *richRecord
	Object Object
	Any    any
	Anys   []any
	Moods  []mood
	Bools  []bool
	Nums   []json.Number
	Objs   []Object
}

type mood string

// richRecord is an open record.
type richRecord struct {
	ID    string // required
	Size  *int
	Extra Object
}

func decodeRich(d *Decoder) *richRequest {
	s, r := NewSlab[richRequest, [3]string]()
	for d.Begin(s.Slots[:]); d.Next(); {
		switch d.Key() {
		case "name":
			r.Name = d.String(0)
		case "inner":
			RequiredRecord(d, 1, &r.Inner, decodeRichRecord)
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
			r.Tags = d.Strings(8)
		case "joined":
			r.Joined = d.Joined(9, ",")
		case "ints":
			r.Ints = d.Ints(10)
		case "items":
			r.Items = Records(d, 11, decodeRichRecord)
		case "one":
			r.One = Record(d, 12, decodeRichRecord)
		case "object":
			r.Object = d.Object(13)
		case "any":
			r.Any = d.Any(14)
		case "anys":
			r.Anys = d.Anys(15)
		case "moods":
			r.Moods = StringsOf[mood](d, 16)
		case "bools":
			r.Bools = d.Bools(17)
		case "nums":
			r.Nums = d.Numbers(18)
		case "objs":
			r.Objs = d.Objects(19)
		}
	}
	d.Require(0, "name")
	d.Require(1, "inner")
	r.validate(&d.Validator)
	return r
}

func decodeRichRecord(d *Decoder, r *richRecord) {
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

func (r *richRequest) Validate() error {
	var v Validator
	r.validate(&v)
	return v.Err()
}

func (r *richRequest) validate(v *Validator) {
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
	v.Value("object", r.Object)
	v.Value("any", r.Any)
	for i := range r.Anys {
		v.ValueItem("anys", i, r.Anys[i])
	}
	for i := range r.Moods {
		v.OneOfItem("moods", i, string(r.Moods[i]), "glad", "sad")
	}
	for i := range r.Nums {
		v.NumberItem("nums", i, r.Nums[i])
	}
	for i := range r.Objs {
		v.ValueItem("objs", i, r.Objs[i])
	}
}

func (r *richRecord) validate(v *Validator) {
	v.MaxLength("id", r.ID, 5)
	v.Extra(r.Extra, "id", "size")
}

func (r *richRequest) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendString(b, `"name":`, r.Name)
	b = append(r.Inner.AppendJSON(append(b, `"inner":`...)), ',')
	b = AppendOptNumber(b, `"price":`, r.Price)
	b = AppendOptString(b, `"note":`, r.Note)
	b = AppendOptBool(b, `"flag":`, r.Flag)
	b = AppendOptInt(b, `"count":`, r.Count)
	b = AppendOptNumber(b, `"ratio":`, r.Ratio)
	b = AppendOptString(b, `"mood":`, r.Mood)
	b = AppendStrings(b, `"tags":`, r.Tags)
	b = AppendJoined(b, `"joined":`, r.Joined, ",")
	b = AppendInts(b, `"ints":`, r.Ints)
	if r.Items != nil {
		b = append(b, `"items":[`...)
		for i := range r.Items {
			b = append(r.Items[i].AppendJSON(b), ',')
		}
		b = CloseArray(b)
	}
	if r.One != nil {
		b = append(r.One.AppendJSON(append(b, `"one":`...)), ',')
	}
	b = AppendObject(b, `"object":`, r.Object)
	b = AppendAny(b, `"any":`, r.Any)
	b = AppendAnys(b, `"anys":`, r.Anys)
	b = AppendStrings(b, `"moods":`, r.Moods)
	b = AppendBools(b, `"bools":`, r.Bools)
	b = AppendNumbers(b, `"nums":`, r.Nums)
	b = AppendObjects(b, `"objs":`, r.Objs)
	return CloseObject(b)
}

func (r *richRecord) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendString(b, `"id":`, r.ID)
	b = AppendOptInt(b, `"size":`, r.Size)
	b = AppendExtra(b, r.Extra, "id", "size")
	return CloseObject(b)
}

func (r richRecord) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// richAnswer is an answer with a field that is required and one that is not.
type richAnswer struct {
	ID   string
	Note *string
	Raw  json.RawMessage
}

func decodeRichAnswer(d *Decoder) *richAnswer {
	r := &richAnswer{Raw: d.Raw()}
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

func (r *richAnswer) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendString(b, `"id":`, r.ID)
	b = AppendOptString(b, `"note":`, r.Note)
	return CloseObject(b)
}

// rawAnswer is an answer whose shape is not shown.
type rawAnswer struct{ Raw json.RawMessage }

// richBody gives a value to every field.
const richBody = `{"name":"n\u00e9\ud83d\ude00\n","inner":{"id":"1","size":1e2,"x":[1,{"y":null}]},` +
	`"price":12.50,"note":"quite a long note, \"quoted\"","flag":true,"count":-0,"ratio":-1.5e-3,"mood":"glad",` +
	`"tags":["a","b"],"joined":"a,b","ints":[1,2.0],"items":[{"id":"2"},{"id":"3","z":"é"}],"one":{"id":"4"},` +
	`"object":{"a":{"b":[]}},"any":[[1,"two",false,null],{}],"anys":[1,null],"moods":["sad"],"bools":[true,false],` +
	`"nums":[1.0,2],"objs":[{},{"k":1}]}`

// narrowRequest has no field of any type, so that neither it nor what it points
// at leaves the stack of its caller.
type narrowRequest struct {
	Name   *string
	Flag   *bool
	Count  *int
	Price  *json.Number
	Tags   []string
	Joined []string
	Items  []narrowRecord
}

type narrowRecord struct {
	ID   string
	Size *int
}

func (r *narrowRequest) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendOptString(b, `"name":`, r.Name)
	b = AppendOptBool(b, `"flag":`, r.Flag)
	b = AppendOptInt(b, `"count":`, r.Count)
	b = AppendOptNumber(b, `"price":`, r.Price)
	b = AppendStrings(b, `"tags":`, r.Tags)
	b = AppendJoined(b, `"joined":`, r.Joined, ",")
	if r.Items != nil {
		b = append(b, `"items":[`...)
		for i := range r.Items {
			b = append(r.Items[i].AppendJSON(b), ',')
		}
		b = CloseArray(b)
	}
	return CloseObject(b)
}

func (r *narrowRecord) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = AppendString(b, `"id":`, r.ID)
	b = AppendOptInt(b, `"size":`, r.Size)
	return CloseObject(b)
}
