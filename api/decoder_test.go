package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

func TestEveryFieldIsRead(t *testing.T) {
	r, err := everykind.Read(everykind.Body)
	require.NoError(t, err)
	require.Equal(t, &everykind.Request{
		Name:  "né😀\n",
		Inner: everykind.Record{ID: "1", Size: new(100), Extra: api.Object{"x": []any{json.Number("1"), map[string]any{"y": nil}}}},
		Price: new(json.Number("12.50")), Note: new(`quite a long note, "quoted"`), Flag: new(true), Count: new(0),
		Ratio: new(json.Number("-1.5e-3")), Mood: new("glad"), Tags: []string{"a", "b"}, Joined: []string{"a", "b"},
		Ints: []int{1, 2}, Items: []everykind.Record{{ID: "2"}, {ID: "3", Extra: api.Object{"z": "é"}}}, One: &everykind.Record{ID: "4"},
		Object: api.Object{"a": map[string]any{"b": []any{}}},
		Any:    []any{[]any{json.Number("1"), "two", false, nil}, map[string]any{}},
		Anys:   []any{json.Number("1"), nil}, Moods: []everykind.Mood{"sad"}, Bools: []bool{true, false},
		Nums: []json.Number{"1.0", "2"}, Objs: []api.Object{{}, {"k": json.Number("1")}},
	}, r)
}

func TestWhatIsWrongWithABody(t *testing.T) {
	const ok = `"name":"n","inner":{"id":"1"}` // what is required
	for body, want := range map[string][]string{
		`{` + ok + `}`:                         nil,
		" {\t" + ok + "\r\n} \n":               nil,
		`{"inner":{"id":"1"},"name":"n"}`:      nil,
		`{}`:                                   {"/name required", "/inner required"},
		`{"name":null,"inner":null}`:           {"/name required", "/inner required"},
		`{"name":"n","inner":{}}`:              {"/inner/id required"},
		`{"name":"n","inner":{"id":null}}`:     {"/inner/id required"},
		`{"name":"","inner":{"id":""}}`:        {"/name non-blank"},
		`{"name":1,"inner":[]}`:                {"/name type", "/inner type"},
		`{"name":{"a":[1]},"inner":{"id":{}}}`: {"/name type", "/inner/id type"},
		`[]`:                                   {" type"},
		`null`:                                 {" type"},
		`"x"`:                                  {" type"},
		`12`:                                   {" type"},
		`[[[{"name":1}]]]`:                     {" type"},

		// null is absent, wherever a member may be absent
		`{` + ok + `,"price":null,"note":null,"flag":null,"count":null,"ratio":null,"mood":null,"tags":null,"joined":null,` +
			`"ints":null,"items":null,"one":null,"object":null,"any":null,"anys":null,"moods":null,"bools":null,"nums":null,"objs":null}`: nil,
		`{` + ok + `,"tags":[null],"items":[null],"objs":[null],"bools":[null],"nums":[null],"ints":[null],"moods":[null],"anys":[null]}`: {
			"/tags/0 type", "/items/0 type", "/objs/0 type", "/bools/0 type", "/nums/0 type", "/ints/0 type", "/moods/0 type"},

		// other types
		`{` + ok + `,"price":"1","note":1,"flag":0,"count":"1","ratio":true,"mood":[],"tags":"a","joined":["a"],"ints":{},` +
			`"items":{},"one":[],"object":[],"anys":{},"moods":"x","bools":true,"nums":1,"objs":{}}`: {
			"/price type", "/note type", "/flag type", "/count type", "/ratio type", "/mood type", "/tags type", "/joined type",
			"/ints type", "/items type", "/one type", "/object type", "/anys type", "/moods type", "/bools type", "/nums type", "/objs type"},
		`{` + ok + `,"count":1.5,"ints":[1,9223372036854775808,2,1e-1]}`: {"/count type", "/ints/1 type", "/ints/3 type"},
		`{` + ok + `,"tags":["a",1,["b"],{}],"bools":[0,true,"x"]}`:      {"/tags/1 type", "/tags/2 type", "/tags/3 type", "/bools/0 type", "/bools/2 type", "/tags max-items"},
		`{` + ok + `,"items":[{"id":1},[],{"id":"2","size":"x"},{}]}`:    {"/items/0/id type", "/items/1 type", "/items/2/size type", "/items/3/id required"},
		`{` + ok + `,"objs":[{},[],"x",{}]}`:                             {"/objs/1 type", "/objs/2 type"},
		`{` + ok + `,"one":{"size":{}}}`:                                 {"/one/size type", "/one/id required"},

		// then the rules of the catalog
		`{` + ok + `,"mood":"angry","moods":["glad","x"],"joined":"a,,b","price":0.001}`: {"/price minimum", "/mood enum", "/joined join", "/moods/1 enum"},
		`{"name":"n","inner":{"id":"too long"},"items":[{"id":"too long"}]}`:             {"/inner/id max-length", "/items/0/id max-length"},

		// unknown keys; an open record has none
		`{` + ok + `,"x":1,"Name":"n","y":{"x":[{}]},"":null}`:   {"/x unknown-field", "/Name unknown-field", "/y unknown-field", "/ unknown-field"},
		`{` + ok + `,"a/b~c":1,"é\n":2}`:                         {"/a~1b~0c unknown-field", "/é\n unknown-field"},
		`{"name":"n","inner":{"id":"1","x":1,"a/b":{"c":null}}}`: nil,
		`{` + ok + `,"x":1,"x":2}`:                               {"/x unknown-field"},

		// duplicates
		`{` + ok + `,"name":"m"}`:                                                  {"/name duplicate-field"},
		`{"name":null,` + ok + `}`:                                                 {"/name duplicate-field"},
		`{` + ok + `,"name":null}`:                                                 {"/name duplicate-field"},
		`{` + ok + `,"n\u0061me":"m"}`:                                             {"/name duplicate-field"},
		`{` + ok + `,"inner":{"id":"1"}}`:                                          {"/inner duplicate-field"},
		`{` + ok + `,"tags":[],"tags":[],"tags":[]}`:                               {"/tags duplicate-field"},
		`{` + ok + `,"one":{"id":"1","id":"2"}}`:                                   {"/one/id duplicate-field"},
		`{` + ok + `,"one":{"id":"1","x":1,"x":null}}`:                             {"/one/x duplicate-field"},
		`{` + ok + `,"one":{"id":"1","x":null,"\u0078":1}}`:                        {"/one/x duplicate-field"},
		`{` + ok + `,"items":[{"id":"1"},{"id":"1","size":1,"size":2}]}`:           {"/items/1/size duplicate-field"},
		`{` + ok + `,"object":{"a":1,"a":2,"b":{"c~":1,"c~":2}}}`:                  {"/object/a duplicate-field", "/object/b/c~0 duplicate-field"},
		`{` + ok + `,"any":[[{"a":null,"a":1}]],"objs":[{},{"a":1,"\u0061":2}]}`:   {"/any/0/0/a duplicate-field", "/objs/1/a duplicate-field"},
		`{` + ok + `,"any":{"l":[1,[2,{"a":1,"a":1}],{"b":1,"b":1}],"a":{"a":1}}}`: {"/any/l/1/1/a duplicate-field", "/any/l/2/b duplicate-field"},
		`{` + ok + `,"anys":[{"a":1,"a":1},[{"a":1,"a":1}]]}`:                      {"/anys/0/a duplicate-field", "/anys/1/0/a duplicate-field"},
		`{` + ok + `,"any":{"a":[],"b":{},"c":[{}]},"any":1}`:                      {"/any duplicate-field"},
		`{"name":1,"name":2,"inner":{"id":"1"}}`:                                   {"/name type"},

		// invalid JSON is the only violation
		``:                            {" json"},
		` `:                           {" json"},
		`{` + ok + `} {}`:             {" json"},
		`{` + ok + `}x`:               {" json"},
		`{` + ok:                      {" json"},
		`{"name":}`:                   {" json"},
		`{"name":tru}`:                {" json"},
		`{"name":nul}`:                {" json"},
		`{"name":nullx}`:              {" json"},
		`{"name" "n"}`:                {" json"},
		`{"inner":{"x" 1}}`:           {" json"},
		`{"inner":{"id" 1}}`:          {" json"},
		`{"items":[{"id":"1"}{}]}`:    {" json"},
		`{"count":01}`:                {" json"},
		`{"any":+1}`:                  {" json"},
		`{"flag":truefalse}`:          {" json"},
		`{,}`:                         {" json"},
		`{"tags":["a",]}`:             {" json"},
		`{` + ok + `,}`:               {" json"},
		"{\"name\":\"a\nb\"}":         {" json"},
		`{"name":"\ud800"}`:           {" json"},
		`{"name":"\ud800\u0041"}`:     {" json"},
		`{"name":"\udc00"}`:           {" json"},
		`{"name":"\x"}`:               {" json"},
		`{"name":"\u12g4"}`:           {" json"},
		"\ufeff{}":                    {" json"},
		"{\"name\":\"\xff\"}":         {" utf-8"},
		"{\"name\":\"\xed\xa0\x80\"}": {" utf-8"},
		"{}\xff":                      {" utf-8"},
		`{"name":1,"x":2,"inner":{"id":"toolong"`: {"/name type", "/x unknown-field", " json"},
	} {
		_, err := everykind.Read(body)
		require.Equal(t, want, everykind.Violations(t, err), "%s", body)
	}
}

// On a 32-bit system, the message gives the size of int as the reason.
func TestIntegersThatDoNotFitSayWhy(t *testing.T) {
	read := func(n string) string {
		_, err := everykind.Read(`{"name":"n","inner":{"id":"1"},"count":` + n + `}`)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	const refused = "1 violation: /count must be an integer of at most "
	for _, n := range []string{"1.5", "-0.1", "1e-1", "123456789012345678901234567890.5", "1.25e1"} {
		require.Equal(t, "1 violation: /count must be an integer (type)", read(n))
	}
	require.Equal(t, refused+"64 bits (type)", read("1e19"))
	require.Empty(t, read("2147483647"))
	require.Empty(t, read("-2147483648"))
	if strconv.IntSize == 32 {
		require.Equal(t, refused+"32 bits, since the program that reads it is built for a 32-bit system (type)", read("2147483648"))
	} else {
		require.Empty(t, read("2147483648"))
	}
}

func TestABodyCutOffAnywhereIsNoJSON(t *testing.T) {
	for i := range len(everykind.Body) {
		_, err := everykind.Read(everykind.Body[:i])
		require.Error(t, err, everykind.Body[:i])
		list := everykind.Violations(t, err)
		require.Len(t, list, 1, "%s: %v", everykind.Body[:i], list)
	}
}

// A changed byte may leave the text valid. It never makes the decoder accept text that
// another implementation refuses.
func TestABodyWithAChangedByteIsReadAsByTheOther(t *testing.T) {
	for i := range len(everykind.Body) {
		for _, c := range []byte("\x00 \"\\{}[],:0-nt\xff") {
			body := everykind.Body[:i] + string(c) + everykind.Body[i+1:]
			if c >= 0x80 {
				body = everykind.Body[:i] + "\xff" + everykind.Body[i+1:]
			}
			if _, err := everykind.ReadObject(body); err != nil {
				_, got := everykind.Read(body)
				require.Error(t, got, body)
			}
		}
	}
}

func TestAtMostFiftyViolationsAreCollected(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, `"x%d":1,`, i)
	}
	_, err := everykind.Read(`{` + b.String() + `"name":1}`)
	require.Len(t, everykind.Violations(t, err), 50)

	_, err = everykind.Read(`{` + b.String())
	list := everykind.Violations(t, err)
	require.Len(t, list, 50)
	require.Equal(t, []string{" violations-limit", " json"}, list[48:], "what ended the reading is not lost")
}

func TestNestingIsLimited(t *testing.T) {
	const start = `{"name":"n","inner":{"id":"1"},`
	for name, body := range map[string]string{
		"any":     start + `"any":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + "}",
		"object":  start + `"object":` + strings.Repeat(`{"a":`, 62) + "{}" + strings.Repeat("}", 62) + "}",
		"another": start + `"flag":false,"any":[` + strings.Repeat("[[]],", 100) + `[]]}`,
	} {
		_, err := everykind.Read(body)
		require.NoError(t, err, name)
	}
	for name, body := range map[string]string{
		"any":          start + `"any":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}",
		"object":       start + `"object":` + strings.Repeat(`{"a":`, 64),
		"in a record":  `{"inner":{"x":` + strings.Repeat("[", 63),
		"never closed": `{"any":` + strings.Repeat("[", 500_000),
	} {
		_, err := everykind.Read(body)
		require.Equal(t, []string{" depth"}, everykind.Violations(t, err), name)
	}
	for name, body := range map[string]string{
		"unknown":      `{"x":` + strings.Repeat(`[{"a":`, 40),
		"another type": `{"name":` + strings.Repeat(`[{"a":`, 40),
	} {
		_, err := everykind.Read(body)
		list := everykind.Violations(t, err)
		require.Equal(t, " depth", list[len(list)-1], name)
	}
}

// refused returns what a handler finds wrong in a body.
func refused(t *testing.T, body string, opts ...api.HandlerOption) []string {
	t.Helper()
	w := post(handlerOf(t, echo, nil, append(opts, api.WithServerAnonymous())...), everykind.Op.Path, body)
	if w.Code == http.StatusOK {
		return nil
	}
	return everykind.Violations(t, &api.ValidationError{Violations: problemOf(t, w, w.Code).Errors})
}

func TestItemsAreLimited(t *testing.T) {
	few := api.WithServerLimits(api.Limits{Items: 10})
	const start = `{"name":"n","inner":{"id":"1"},`
	for _, body := range []string{
		`"ints":[1,2,3,4,5,6,7,8,9,10]`, `"joined":"a,a,a,a,a,a,a,a,a,a"`, `"ints":[1,2,3,4,5],"joined":"1,2,3,4,5"`,
		`"object":{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1}`, `"any":[[],[],[[],[]],[[[[]]]]]`,
	} {
		require.Empty(t, refused(t, start+body+"}", few), body)
	}
	for _, body := range []string{
		`"ints":[1,2,3,4,5,6,7,8,9,10,11]`, `"joined":"a,a,a,a,a,a,a,a,a,a,a"`, `"ints":[1,2,3,4,5],"joined":"1,2,3,4,5,6"`,
		`"joined":"1,2,3,4,5,6","ints":[1,2,3,4,5]`, `"any":[[],[],[[],[]],[[[[]]]],1,2]`,
		`"object":{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"11":1}`,
		`"one":{"id":"1","1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"10":1,"11":1}`,
		`"items":[{},{},{},{},{},{},{},{},{},{},{}]`,
	} {
		list := refused(t, start+body+"}", few)
		require.NotEmpty(t, list, body)
		require.Equal(t, " items-limit", list[len(list)-1], body)
	}
	require.Equal(t, []string{"/x unknown-field", " items-limit"}, refused(t, `{"x":[1,2,3,4,5,6,7,8,9,10,11]}`, few))
}

func TestAllowedUnknownFieldsAreStillReadWithCare(t *testing.T) {
	const start = `{"name":"n","inner":{"id":"1"},`
	for body, want := range map[string][]string{
		`"x":1,"y":{"a":[{}]},"X":null}`: nil,
		`"x":1,"x":2}`:                   {"/x duplicate-field"},
		`"x":1,"\u0078":null}`:           {"/x duplicate-field"},
		`"x":{"a":1,"a":2}}`:             {"/x/a duplicate-field"},
		`"x":1,"name":"n"}`:              {"/name duplicate-field"},
		`"items":[{"id":"1","x":1},{"id":"2","x":1}],"x":1}`: nil,
		`"x":tru}`: {" json"},
	} {
		require.Equal(t, want, refused(t, start+body, api.WithServerUnknownFields()), body)
	}
}

// readResponse reads the body of a response.
func readResponse(text string) (*everykind.Request, error) {
	r := new(everykind.Request)
	return r, wire.DecodeRecord([]byte(text), r, func(d *wire.Decoder, r *everykind.Request) { *r = *everykind.Decode(d) })
}

func TestResponsesMayRepeatKeysAndHoldUnknownOnes(t *testing.T) {
	r, err := readResponse(`{"x":1,"x":[{"a":1,"a":2}],"name":"a","name":"b","inner":{"id":"1"},"any":{"k":1,"k":2}}`)
	require.NoError(t, err)
	require.Equal(t, "b", r.Name)
	require.Equal(t, map[string]any{"k": json.Number("2")}, r.Any)

	_, err = readResponse(`{"name":null,"name":"a","inner":{"id":null,"id":"1"}}`)
	require.NoError(t, err)

	_, err = readResponse(`{"name":1}`)
	require.Equal(t, []string{"/name type", "/inner required"}, everykind.Violations(t, err))
}

func TestUnknownFieldsOfOneObjectAreNotThoseOfAnother(t *testing.T) {
	closed := func(d *wire.Decoder, _ *struct{}) {
		for d.Begin(nil); d.Next(); {
		}
	}
	route := wire.HandleRaw(opRaw, func(d *wire.Decoder) *struct{} {
		for d.Begin(nil); d.Next(); {
			if d.Key() == "list" {
				wire.Records(d, 0, closed)
			}
		}
		return new(struct{})
	}, func(context.Context, *struct{}) (*api.RawResponse, error) { return new(api.RawResponse), nil })
	h := routed(t, []api.Route{route}, api.WithServerAnonymous(), api.WithServerUnknownFields())
	require.Equal(t, 200, post(h, opRaw.Path, `{"x":1,"list":[{"x":1},{"x":1}],"y":1}`).Code)
	p := problemOf(t, post(h, opRaw.Path, `{"x":1,"list":[{"x":1},{"x":1,"x":1}],"x":1}`), 422)
	require.Equal(t, []string{"/list/1/x duplicate-field", "/x duplicate-field"}, everykind.Violations(t, &api.ValidationError{Violations: p.Errors}))
}

// decodeLoose is like generated code for a response without a required field.
func decodeLoose(d *wire.Decoder, note **string) {
	for d.BeginResponse(); d.Next(); {
		if d.Key() == "note" {
			*note = d.OptString(0)
		}
	}
}

func TestResponsesWithoutARequiredFieldMayBeEmpty(t *testing.T) {
	for body, ok := range map[string]bool{
		``: true, ` `: true, `null`: true, ` null `: true, `[]`: false, `"x"`: false, `12`: false, `[{"note":"x"}]`: false, `{}`: true, `{"note":null}`: true,
		`{"note":1}`: false, `{`: false, `[`: false, `nul`: false, `{} {}`: false, `[] []`: false, `null null`: false, `true`: false, `<html>`: false, "\xff": false,
	} {
		var note *string
		require.Equal(t, ok, wire.DecodeRecord([]byte(body), &note, decodeLoose) == nil, body)
		require.Nil(t, note, body)
	}
	var note *string
	require.NoError(t, wire.DecodeRecord([]byte(` {"x":1,"note":"y"} `), &note, decodeLoose))
	require.Equal(t, "y", *note)
}

// decodeMany reads an object of 200 members, the first 100 of them required.
func decodeMany(d *wire.Decoder) []*string {
	read := make([]*string, 200)
	for d.Begin(nil); d.Next(); {
		var n int
		if _, err := fmt.Sscanf(d.Key(), "m%d", &n); err == nil && n < len(read) {
			read[n] = d.OptString(n)
		}
	}
	for i := range 100 {
		d.Require(i, fmt.Sprintf("m%d", i))
	}
	return read
}

func TestObjectsOfManyMembers(t *testing.T) {
	body := func(value func(i int) string) string {
		var members []string
		for i := range 200 {
			if v := value(i); v != "" {
				members = append(members, fmt.Sprintf(`"m%d":%s`, i, v))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	all := body(func(i int) string { return fmt.Sprintf(`"v%d"`, i) })
	d := wire.NewDecoder(all)
	for i, s := range decodeMany(d) {
		require.Equal(t, fmt.Sprintf("v%d", i), *s)
	}
	require.NoError(t, d.Finish())

	for _, i := range []int{0, 63, 64, 99, 100, 127, 128, 199} {
		again := wire.NewDecoder(strings.TrimSuffix(all, "}") + fmt.Sprintf(`,"m%d":null}`, i))
		decodeMany(again)
		want := []string{fmt.Sprintf("/m%d duplicate-field", i)}
		require.Equal(t, want, everykind.Violations(t, again.Finish()))

		for _, absent := range []string{"", "null"} {
			without := wire.NewDecoder(body(func(j int) string {
				if i == j {
					return absent
				}
				return `"x"`
			}))
			decodeMany(without)
			want := []string{fmt.Sprintf("/m%d required", i)}
			if i >= 100 {
				want = nil
			}
			require.Equal(t, want, everykind.Violations(t, without.Finish()))
		}
	}
}

// inside reports whether s is a part of text.
func inside(s, text string) bool {
	at, start := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(text)))
	return len(s) > 0 && at >= start && at < start+uintptr(len(text))
}

func TestStringsOfALargeBodyAreCopied(t *testing.T) {
	const start = `{"name":"some name","note":"some note","joined":"one,two","inner":{"id":"an id","further":"more","n":12345},` +
		`"tags":["tag"],"moods":["glad"],"nums":[123.45],"price":1.25,"any":["x",{"key":"value"}],"mood":"`
	for _, large := range []bool{false, true} {
		body := start + "sad"
		if large {
			body = start + strings.Repeat("long ", 64<<10/5+1)
		}
		body += `"}`
		r, err := everykind.Read(body)
		require.Equal(t, large, err != nil) // the long one is not a mood
		kept := []string{
			r.Name, *r.Note, r.Joined[1], r.Inner.ID, r.Inner.Extra["further"].(string), r.Tags[0], string(r.Moods[0]),
			string(r.Nums[0]), string(*r.Price), r.Any.([]any)[0].(string), string(r.Inner.Extra["n"].(json.Number)),
		}
		for key, v := range r.Any.([]any)[1].(map[string]any) {
			kept = append(kept, key, v.(string))
		}
		for key := range r.Inner.Extra {
			kept = append(kept, key)
		}
		for _, s := range kept {
			require.Equal(t, !large, inside(s, body), s)
		}
	}
}

func TestARequestIsOneAllocation(t *testing.T) {
	body := `{"name":"n","note":"x","mood":"glad","inner":{"id":"1"}}`
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() {
		d := wire.NewDecoder(body)
		everykind.Decode(d)
		if d.Finish() != nil {
			panic("a violation")
		}
	}), 2.0, "the decoder and the request")
}

func TestARecordMayBringMemoryOfItsOwn(t *testing.T) {
	var read []string
	inner := func(d *wire.Decoder, _ *struct{}) {
		for d.Begin(make([]string, 1)); d.Next(); {
			read = append(read, *d.OptString(0))
		}
	}
	d := wire.NewDecoder(`{"a":"1","b":"2","inner":{"c":"3"},"d":"4","e":"5"}`)
	for d.Begin(make([]string, 3)); d.Next(); {
		if d.Key() == "inner" {
			wire.Record(d, 9, inner)
		} else {
			read = append(read, *d.OptString(len(read)))
		}
	}
	require.NoError(t, d.Finish())
	require.Equal(t, []string{"1", "2", "3", "4", "5"}, read)
}

func TestDecodeRecord(t *testing.T) {
	var r everykind.Record
	require.NoError(t, wire.DecodeRecord([]byte(`{"id":"1","further":[1.10],"id":"2"}`), &r, everykind.DecodeRecord))
	require.Equal(t, everykind.Record{ID: "2", Extra: api.Object{"further": []any{json.Number("1.10")}}}, r)
	require.Error(t, wire.DecodeRecord([]byte(`{}`), &r, everykind.DecodeRecord))
	require.Error(t, wire.DecodeRecord([]byte(`{"id":"1"} {}`), &r, everykind.DecodeRecord))
}
