package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// reply is like a generated response that the catalog does not guarantee.
type reply struct {
	Received api.Received             `json:"-"`
	Title    string                   `json:"title"`
	Main     coin                     `json:"main"`
	Note     *string                  `json:"note"`
	Count    *int                     `json:"count"`
	Number   int                      `json:"number"`
	IsOn     *bool                    `json:"is_on"`
	IsOff    bool                     `json:"is_off"`
	Price    *json.Number             `json:"price"`
	Joined   []string                 `json:"joined"`
	Any      any                      `json:"any"`
	Object   api.Object               `json:"object"`
	Tags     []string                 `json:"tags"`
	Sizes    map[string]int           `json:"sizes"`
	Spare    *coin                    `json:"spare"`
	Coins    []coin                   `json:"coins"`
	Named    map[string]coin          `json:"named"`
	Shape    shape                    `json:"shape"`
	Mark     api.Nullable[string]     `json:"mark"`
	Marks    []api.Nullable[int]      `json:"marks"`
	Owner    api.Nullable[*coin]      `json:"owner"`
	Owners   []api.Nullable[coin]     `json:"owners"`
	Grid     map[string][]json.Number `json:"grid"`
}

func decodeReplyInto(d *wire.Decoder, r *reply) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "title":
			r.Title = d.String(0)
		case "main":
			wire.RequiredRecord(d, 64, &r.Main, decodeCoin)
		case "note":
			r.Note = d.OptString(2)
		case "count":
			r.Count = d.OptInt(3)
		case "number":
			r.Number = d.Int(4)
		case "is_on":
			r.IsOn = d.OptBool(5)
		case "is_off":
			r.IsOff = d.Bool(6)
		case "price":
			r.Price = d.OptNumber(7)
		case "joined":
			r.Joined = d.Joined(8, ",")
		case "any":
			r.Any = d.Any(9)
		case "object":
			r.Object = d.Object(10)
		case "tags":
			r.Tags = wire.Array(d, 11, wire.StringItem)
		case "sizes":
			r.Sizes = wire.Map(d, 12, wire.IntItem)
		case "spare":
			r.Spare = wire.Record(d, 13, decodeCoin)
		case "coins":
			r.Coins = wire.Records(d, 14, decodeCoin)
		case "named":
			r.Named = wire.Map(d, 15, wire.RecordOf(decodeCoin))
		case "shape":
			wire.RequiredRecord(d, 16, &r.Shape, decodeShape)
		case "mark":
			wire.Nullable(d, 17, &r.Mark, wire.StringItem)
		case "marks":
			r.Marks = wire.Array(d, 18, wire.NullableOf(wire.IntItem))
		case "owner":
			wire.Nullable(d, 19, &r.Owner, wire.PointerOf(wire.RecordOf(decodeCoin)))
		case "owners":
			r.Owners = wire.Array(d, 20, wire.NullableOf(wire.RecordOf(decodeCoin)))
		case "grid":
			r.Grid = wire.Map(d, 21, wire.ListOf(wire.NumberItem))
		}
	}
	d.Require(0, "title")
	d.Require(64, "main")
}

func decodeReply(d *wire.Decoder) *reply {
	r := &reply{Received: d.Received()}
	decodeReplyInto(d, r)
	return r
}

func (r *coin) AppendJSON(b []byte) []byte {
	b = wire.AppendInt(append(b, '{'), `"value":`, r.value)
	return wire.CloseObject(wire.AppendOptString(b, `"name":`, r.name))
}

func (r *reply) appendMembers(b []byte) []byte {
	b = wire.AppendString(append(b, '{'), `"title":`, r.Title)
	b = append(r.Main.AppendJSON(append(b, `"main":`...)), ',')
	b = wire.AppendOptString(b, `"note":`, r.Note)
	b = wire.AppendOptInt(b, `"count":`, r.Count)
	b = wire.AppendOptBool(b, `"is_on":`, r.IsOn)
	b = wire.AppendOptNumber(b, `"price":`, r.Price)
	b = wire.AppendJoined(b, `"joined":`, r.Joined, ",")
	b = wire.AppendAny(b, `"any":`, r.Any)
	b = wire.AppendObject(b, `"object":`, r.Object)
	b = wire.AppendStrings(b, `"tags":`, r.Tags)
	b = wire.AppendMap(b, `"sizes":`, r.Sizes, wire.IntJSON)
	if r.Spare != nil {
		b = append(r.Spare.AppendJSON(append(b, `"spare":`...)), ',')
	}
	b = wire.AppendList(b, `"coins":`, r.Coins, wire.RecordJSON[coin])
	b = wire.AppendNullable(b, `"mark":`, &r.Mark, wire.StringJSON)
	b = wire.AppendList(b, `"marks":`, r.Marks, wire.NullableJSON(wire.IntJSON))
	b = wire.AppendNullable(b, `"owner":`, &r.Owner, wire.PointerJSON((*coin).AppendJSON))
	return wire.CloseObject(b)
}

func (r *reply) AppendJSON(b []byte) []byte {
	return wire.AppendLenient(b, r, r.Received, decodeReply, (*reply).appendMembers)
}

// A value that is not as the catalog says is zero and reported, and the others are read.
func TestValuesThatDrift(t *testing.T) {
	const surrogate = " text in Unicode: an unpaired surrogate"
	for text, test := range map[string]struct {
		want   func(r *reply)
		drifts string
	}{
		`"x":{"note":1}`:           {nil, ""},
		`"count":null,"tags":null`: {nil, ""},
		`"title":"u"`:              {func(r *reply) { r.Title = "u" }, ""},
		`"title":null`:             {func(r *reply) { r.Title = "" }, "/title a value: null"},
		`"title":[]`: {
			func(r *reply) { r.Title = "" },
			"/title a string: array",
		},
		`"main":null`: {nil, "/main a value: null"},
		`"main":[]`: {
			func(r *reply) { r.Main = coin{} },
			"/main an object: array",
		},
		`"note":1`:                       {nil, "/note a string: number"},
		`"note":"a\ud800b","is_on":true`: {func(r *reply) { r.Note, r.IsOn = new("a\ufffdb"), new(true) }, "/note" + surrogate},
		`"count":"3"`:                    {nil, "/count an integer: string"},
		`"count":1.5`:                    {nil, "/count an integer: number"},
		`"count":1e30`:                   {nil, "/count an integer of at most 64 bits: number"},
		`"number":"3"`:                   {nil, "/number an integer: string"},
		`"number":0.5`:                   {nil, "/number an integer: number"},
		`"is_on":"x","is_off":1`:         {nil, "/is_on a boolean: string, /is_off a boolean: number"},
		`"price":{}`:                     {nil, "/price a number: object"},
		`"price":true`:                   {nil, "/price a number: boolean"},
		`"joined":["a"]`:                 {nil, "/joined a string: array"},
		`"any":"\ud800"`:                 {func(r *reply) { r.Any = "\ufffd" }, "/any" + surrogate},
		`"any":["\ud800"]`:               {func(r *reply) { r.Any = []any{"\ufffd"} }, "/any" + surrogate},
		`"object":[]`:                    {nil, "/object an object: array"},
		`"object":{"\udc00":1,"b":"\ud800\ud800"}`: {func(r *reply) {
			r.Object = api.Object{"\ufffd": json.Number("1"), "b": "\ufffd\ufffd"}
		}, "/object" + surrogate},
		`"tags":{}`: {nil, "/tags an array: object"},
		`"tags":["a",1,null]`: {
			func(r *reply) { r.Tags = []string{"a", "", ""} },
			"/tags/1 a string: number, /tags/2 a string: null",
		},
		`"tags":["\ud800"]`: {func(r *reply) { r.Tags = []string{"\ufffd"} }, "/tags/0" + surrogate},
		`"sizes":[]`:        {nil, "/sizes an object: array"},
		`"sizes":{"a":1,"b":"x"}`: {
			func(r *reply) { r.Sizes = map[string]int{"a": 1, "b": 0} },
			"/sizes/* an integer: string",
		},
		`"sizes":{"a":1,"a":2}`:      {func(r *reply) { r.Sizes = map[string]int{"a": 2} }, ""},
		`"sizes":{"a":1,"\ud800":2}`: {func(r *reply) { r.Sizes = map[string]int{"a": 1, "\ufffd": 2} }, "/sizes/*" + surrogate},
		`"spare":[]`:                 {nil, "/spare an object: array"},
		`"spare":{"name":"x"}`: {
			func(r *reply) { r.Spare = &coin{name: new("x")} },
			"/spare/value a value: nothing",
		},
		`"spare":{"value":null}`: {
			func(r *reply) { r.Spare = &coin{} },
			"/spare/value a value: null",
		},
		`"coins":{"a":1}`: {nil, "/coins an array: object"},
		`"coins":[{"value":1},2,{}]`: {
			func(r *reply) { r.Coins = []coin{{value: 1}, {}, {}} },
			"/coins/1 an object: number, /coins/2/value a value: nothing",
		},
		`"named":{"a":{"value":"1"}}`: {
			func(r *reply) { r.Named = map[string]coin{"a": {}} },
			"/named/*/value an integer: string",
		},
		`"shape":[1]`:             {nil, "/shape an object: array"},
		`"shape":{"size":1}`:      {nil, "/shape/kind a value: nothing"},
		`"shape":{"kind":null}`:   {nil, "/shape/kind a value: null"},
		`"shape":{"kind":1}`:      {nil, "/shape/kind a string: number"},
		`"shape":{"kind":"star"}`: {nil, `/shape/kind one of "circle", "point": string`},
		`"shape":{"kind":"circle","size":"x","kind":"point"}`: {
			func(r *reply) { r.Shape = shape{kind: "circle"} },
			"/shape/size an integer: string",
		},
		`"mark":null`:         {func(r *reply) { r.Mark = api.Null[string]() }, ""},
		`"mark":1`:            {nil, "/mark a string: number"},
		`"mark":"x","mark":1`: {nil, "/mark a string: number"},
		`"marks":[1,null,"x"]`: {
			func(r *reply) { r.Marks = []api.Nullable[int]{api.Value(1), api.Null[int](), {}} },
			"/marks/2 an integer: string",
		},
		`"owner":{"value":2}`: {func(r *reply) { r.Owner = api.Value(&coin{value: 2}) }, ""},
		`"owner":{"value":[]}`: {
			func(r *reply) { r.Owner = api.Value(&coin{}) },
			"/owner/value an integer: array",
		},
		`"owner":[]`: {nil, "/owner an object: array"},
		`"owners":[{"value":1},7]`: {
			func(r *reply) { r.Owners = []api.Nullable[coin]{api.Value(coin{value: 1}), {}} },
			"/owners/1 an object: number",
		},
		`"grid":{"a":[1,"x"],"b":{}}`: {func(r *reply) {
			r.Grid = map[string][]json.Number{"a": {"1", ""}, "b": nil}
		}, "/grid/*/1 a number: string, /grid/* an array: object"},
	} {
		text = `{"title":"t","main":{"value":1},` + text + `}`
		want := reply{Title: "t", Main: coin{value: 1}}
		if test.want != nil {
			test.want(&want)
		}
		var got reply
		drifts, err := wire.DecodeLenient([]byte(text), &got, decodeReplyInto)
		require.NoError(t, err, text)
		var list []string
		for _, d := range drifts {
			list = append(list, d.Pointer+" "+d.Expected+": "+d.Received)
		}
		require.Equal(t, test.drifts, strings.Join(list, ", "), text)
		require.Equal(t, want, got, text)
	}
}
