package wire_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// A request is decoded as a handler does, or stays what it was.
func TestRequestsAreDecoded(t *testing.T) {
	for text, want := range map[string][]string{
		`{"of":"x"} `:        nil,
		`{"of":"x","x":1}`:   {"/x unknown-field: is not a field of this operation"},
		`{"of":"x","":1}`:    {"/ unknown-field: is not a field of this operation"},
		`{"of":"x","of":""}`: {"/of duplicate-field: is given twice"},
		`{"offset":-1}`:      {"/offset minimum: must be at least 0"},
		`{"of":"x"} {}`:      {" json: is not valid JSON at byte 11: expected no further text"},
		`{"of":"x`:           {" json: is not valid JSON at byte 8: expected a closing quotation mark"},
		`null`:               {" type: must be an object"},
		`[]`:                 {" type: must be an object"},
		``:                   {" json: is not valid JSON at byte 0: expected a value"},
	} {
		r := &ask{Of: new("before")}
		require.Equal(t, want, described(t, wire.DecodeRequest([]byte(text), r, decodeAsk)), text)
		if want == nil {
			require.Equal(t, &ask{Of: new("x")}, r)
		} else {
			require.Equal(t, &ask{Of: new("before")}, r, text)
		}
	}
}

// A record or response may have unknown and repeated members; the last one counts.
func TestResponsesAreDecoded(t *testing.T) {
	for text, want := range map[string][]string{
		`{"value":2,"x":[1],"value":3,"name":null}`: nil,
		`{"value":null,"value":3}`:                  nil,
		` {"value":3} `:                             nil,
		`{"value":3,"value":null}`:                  {"/value required: is required"},
		`{"value":"3"}`:                             {"/value type: must be an integer"},
		`{"value":3} 3`:                             {" json: is not valid JSON at byte 12: expected no further text"},
		`{"value":3`:                                {" json: is not valid JSON at byte 10: expected a comma or a closing brace"},
	} {
		var r coin
		require.Equal(t, want, described(t, wire.DecodeRecord([]byte(text), &r, decodeCoin)), text)
		var response coin
		err := wire.DecodeResponse([]byte(text), &response, func(d *wire.Decoder) *coin {
			require.False(t, d.IsRequest())
			require.Empty(t, d.Received())
			r := new(coin)
			decodeCoin(d, r)
			return r
		})
		require.Equal(t, want, described(t, err), text)
		if want == nil {
			require.Equal(t, coin{value: 3}, r)
			require.Equal(t, coin{value: 3}, response)
		}
	}
	require.True(t, wire.NewDecoder("").IsRequest())
}

// The errors of decoding into a generated struct hide what may be sensitive.
func TestErrorsOfDecodingHideSensitivePlaces(t *testing.T) {
	type holder struct {
		Secret map[string]int `json:"secret" sensitive:"true"`
	}
	err := wire.DecodeRecord([]byte(`{"secret":{"Ada":"x"}}`), new(holder),
		func(d *wire.Decoder, r *holder) {
			for d.Begin(nil); d.Next(); {
				r.Secret = wire.Map(d, 0, wire.IntItem)
			}
		})
	require.Equal(t, []string{"/secret/* type: must be an integer"}, described(t, err))
}

// A response without a required member may also be null or empty.
func TestResponsesThatMayBeEmpty(t *testing.T) {
	const object = " type: must be an object"
	for text, want := range map[string]struct {
		name       string
		violations []string
	}{
		``:                   {},
		"\n ":                {},
		` null `:             {},
		`{}`:                 {},
		`{"x":1,"name":"a"}`: {name: "a"},
		`[]`:                 {violations: []string{object}},
		`"name"`:             {violations: []string{object}},
		`nul`:                {violations: []string{" json: is not valid JSON at byte 0: expected a value"}},
		`null 1`:             {violations: []string{" json: is not valid JSON at byte 5: expected no further text"}},
		`{"name":1}`:         {violations: []string{"/name type: must be a string"}},
	} {
		var name string
		err := wire.DecodeRecord([]byte(text), &name, func(d *wire.Decoder, name *string) {
			for d.BeginResponse(); d.Next(); {
				if d.Key() == "name" {
					*name = d.String(0)
				}
			}
		})
		require.Equal(t, want.violations, described(t, err), text)
		require.Equal(t, want.name, name)
	}
}

// A response without a value may have members, which are skipped.
func TestResponsesWithoutAValue(t *testing.T) {
	const must = " type: must be empty or an object"
	for text, want := range map[string][]string{
		``: nil, ` `: nil, `null`: nil, `{}`: nil, `{"a":[{}],"b":1}`: nil,
		`[]`: {must}, `"x"`: {must}, `0`: {must}, `true`: {must},
		`nil`:  {" json: is not valid JSON at byte 0: expected a value"},
		`{"a"`: {" json: is not valid JSON at byte 4: expected a colon"},
	} {
		res := new(api.EmptyResponse)
		err := wire.DecodeResponse([]byte(text), res, wire.Nothing)
		require.Equal(t, want, described(t, err), text)
	}
	op := *opAsk
	op.Nothing = true
	call := wire.Begin(callerOf(t, responding(`{"a":1}`)), opAsk, nil)
	res, err := wire.Do(t.Context(), call, &ask{}, wire.Nothing)
	require.NoError(t, err)
	require.Equal(t, `{"a":1}`, string(res.Received.Raw()))
}

// A response may be a value of any type. The place of what is wrong with it is empty.
func TestResponsesThatAreNotObjects(t *testing.T) {
	type counts struct{ all []int }
	for text, want := range map[string]struct {
		all        []int
		violations []string
	}{
		` [1,2] `: {all: []int{1, 2}},
		`[]`:      {all: []int{}},
		`[1,"x"]`: {[]int{1, 0}, []string{"/1 type: must be an integer"}},
		`{}`:      {nil, []string{" type: must be an array"}},
		`null`:    {nil, []string{" type: must be an array"}},
	} {
		var r counts
		err := wire.DecodeRecord([]byte(text), &r, func(d *wire.Decoder, r *counts) {
			wire.Whole(d, &r.all, wire.ListOf(wire.IntItem))
		})
		require.Equal(t, want.violations, described(t, err), text)
		require.Equal(t, want.all, r.all)
	}
}

// An object may have more members than fit in one word.
func TestObjectsOfManyMembers(t *testing.T) {
	const count = 200
	decode := func(d *wire.Decoder, _ *struct{}) {
		for d.Begin(nil); d.Next(); {
			n, err := strconv.Atoi(d.Key()[1:])
			require.NoError(t, err)
			if n%2 == 0 {
				d.OptString(n)
			} else {
				var v api.Nullable[string]
				wire.Nullable(d, n, &v, wire.StringItem)
			}
		}
		for n := range count {
			d.Require(n, fmt.Sprintf("m%d", n))
		}
	}
	// members returns an object in which one member has another value, or none.
	members := func(changed int, value string) string {
		var all []string
		for n := range count {
			text := `"x"`
			if n == changed {
				text = value
			}
			if text != "" {
				all = append(all, fmt.Sprintf(`"m%d":%s`, n, text))
			}
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	for _, n := range []int{0, 1, 63, 64, 65, 127, 128, 199} {
		for _, test := range []struct{ text, request, response string }{
			{members(n, `"x"`), "", ""},
			{members(n, ""), "required: is required", "required: is required"},
			{members(n, "null"), "required: is required", "required: is required"},
			{fmt.Sprintf(`{"m%d":"y",`, n) + members(-1, "")[1:], "duplicate-field: is given twice", ""},
			{fmt.Sprintf(`{"m%d":null,`, n) + members(-1, "")[1:], "duplicate-field: is given twice", ""},
		} {
			if n%2 == 1 && strings.Contains(test.text, fmt.Sprintf(`"m%d":null`, n)) {
				test.request = strings.TrimPrefix(test.request, "required: is required")
				test.response = "" // null is a value
			}
			for _, decodes := range []func([]byte, *struct{}) error{
				func(text []byte, r *struct{}) error {
					return wire.DecodeRequest(text, r, func(d *wire.Decoder) *struct{} {
						decode(d, r)
						return r
					})
				},
				func(text []byte, r *struct{}) error { return wire.DecodeRecord(text, r, decode) },
			} {
				want := []string(nil)
				if test.request != "" {
					want = []string{fmt.Sprintf("/m%d %s", n, test.request)}
				}
				require.Equal(t, want, described(t, decodes([]byte(test.text), new(struct{}))), test.text)
				test.request = test.response
			}
		}
	}
}

// Optional strings are stored in the slots of their object, as far as there are any.
func TestOptionalStringsAreInTheirSlots(t *testing.T) {
	slots := make([]string, 3)
	var inner, own [1]string
	strings := map[string]*string{}
	d := wire.NewDecoder(`{"a":"1","b":{"c":"2"},"d":"3","e":{"f":"4"},"g":"5","h":null}`)
	n := 0
	for d.Begin(slots); d.Next(); n++ {
		switch d.Key() {
		case "b":
			wire.Record(d, n, func(d *wire.Decoder, _ *int) {
				for d.Begin(nil); d.Next(); {
					strings[d.Key()] = d.OptString(0)
				}
			})
		case "e":
			wire.Record(d, n, func(d *wire.Decoder, _ *int) {
				for d.Begin(inner[:]); d.Next(); {
					strings[d.Key()] = d.OptString(0)
				}
			})
		default:
			strings[d.Key()] = d.OptString(n)
		}
	}
	require.NoError(t, d.Finish())
	for key, want := range map[string]string{"a": "1", "c": "2", "d": "3", "f": "4", "g": "5"} {
		require.Equal(t, want, *strings[key])
	}
	require.Nil(t, strings["h"])
	require.Same(t, &slots[0], strings["a"])
	require.Same(t, &slots[1], strings["c"])
	require.Same(t, &slots[2], strings["d"])
	require.Same(t, &inner[0], strings["f"])
	require.Empty(t, own)
}

// Strings that are joined in a text, and members of maps, count as items of the body.
func TestJoinedStringsAndMapsCountAsItems(t *testing.T) {
	const limit = 10_000
	joined := func(n int) string { return `"` + strings.Repeat("a,", n-1) + `"` }
	object := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%d":1`, i)
		}
		return "{" + b.String()[1:] + "}"
	}
	for _, test := range []struct {
		text string
		read func(d *wire.Decoder)
	}{
		{joined(limit), func(d *wire.Decoder) { d.Joined(0, ",") }},
		{object(limit), func(d *wire.Decoder) { wire.Map(d, 0, wire.IntItem) }},
	} {
		more := strings.Replace(test.text, "a,", "a,a,", 1)
		more = strings.Replace(more, "{", `{"more":0,`, 1)
		for text, want := range map[string][]string{
			test.text: nil,
			more:      {" items-limit: holds more than 10000 items in all"},
		} {
			d := wire.NewDecoder(`{"v":` + text + `}`)
			for d.Begin(nil); d.Next(); {
				test.read(d)
			}
			require.Equal(t, want, described(t, d.Finish()))
		}
	}
}

// A body with too many violations is read to its end, since the text behind them may not be JSON.
// The values in it are not kept.
func TestValuesBehindTooManyViolations(t *testing.T) {
	wrong := strings.Repeat(`"x",`, 60)
	var members strings.Builder
	for i := range 60 {
		fmt.Fprintf(&members, `"m%d":"x",`, i)
	}
	reads := 0
	read := func(d *wire.Decoder, v *int) {
		reads++
		wire.IntItem(d, v)
	}
	for text, decode := range map[string]func(d *wire.Decoder){
		`[` + wrong + `[{}],{}]`:                    func(d *wire.Decoder) { wire.Array(d, 0, read) },
		`{` + members.String() + `"y":[{}],"z":{}}`: func(d *wire.Decoder) { wire.Map(d, 0, read) },
	} {
		for end, last := range map[string]string{
			`}`: " violations-limit: further violations are not listed",
			`]`: " json: is not valid JSON at byte",
		} {
			reads = 0
			d := wire.NewDecoder(`{"v":` + text + end)
			for d.Begin(nil); d.Next(); {
				decode(d)
			}
			list := described(t, d.Finish())
			require.Len(t, list, 50)
			require.Contains(t, list[49], last)
			require.Equal(t, 51, reads)
		}
	}
}

// isIn reports whether a string is a part of a text, not a copy.
func isIn(s, text string) bool {
	at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	start := uintptr(unsafe.Pointer(unsafe.StringData(text)))
	return at >= start && at < start+uintptr(len(text))
}

// What is kept of a short text is a part of it. What is kept of a long one does not keep the whole.
func TestStringsOfLongTextsAreCopies(t *testing.T) {
	for _, isLong := range []bool{false, true} {
		text := `{"kind":"star","s":"one","n":12,"o":"two","j":"three,four","items":["five"],"any":[67]}`
		if isLong {
			text += strings.Repeat(" ", 64<<10)
		}
		d := wire.NewDecoder(text)
		tag := d.Tag("kind")
		variant, ok := d.UnknownVariant(tag)
		require.True(t, ok)
		require.NoError(t, d.Finish())
		kept := []string{variant.Tag, variant.Body["s"].(string), string(variant.Body["n"].(json.Number))}
		d = wire.NewDecoder(text)
		for d.Begin(nil); d.Next(); {
			switch d.Key() {
			case "kind", "s":
				kept = append(kept, d.String(len(kept)))
			case "n":
				kept = append(kept, string(d.Number(len(kept))))
			case "o":
				kept = append(kept, *d.OptString(len(kept)))
			case "j":
				kept = append(kept, d.Joined(len(kept), ",")...)
			case "items":
				kept = append(kept, wire.Array(d, len(kept), wire.StringItem)...)
			case "any":
				kept = append(kept, string(d.Any(len(kept)).([]any)[0].(json.Number)))
			}
		}
		require.NoError(t, d.Finish())
		require.Len(t, kept, 11)
		for _, s := range kept {
			require.Equal(t, !isLong, isIn(s, text), s)
		}
	}
}
