package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// A response of another type has no fields, and one drift.
func TestWholeResponsesThatDrift(t *testing.T) {
	for text, want := range map[string][]api.Drift{
		`{"title":"t","main":{"value":1}}`: nil,
		`[]`:                               {{Expected: "an object", Received: "array"}},
		` null `:                           {{Expected: "an object", Received: "null"}},
		`{}`: {
			{Pointer: "/title", Expected: "a value", Received: "nothing"},
			{Pointer: "/main", Expected: "a value", Received: "nothing"},
		},
	} {
		drifts, err := wire.DecodeLenient([]byte(text), new(reply), decodeReplyInto)
		require.NoError(t, err, text)
		require.Equal(t, want, drifts, text)
	}
}

// Text that is not JSON or exceeds a limit is an error, after drifts as well.
func TestLenientResponsesThatAreNotJSON(t *testing.T) {
	for text, want := range map[string]string{
		``:                                  " json: is not valid JSON at byte 0: expected a value",
		`{"title":tru}`:                     " json: is not valid JSON at byte 9: expected a value",
		`{"title":"t"} 1`:                   " json: is not valid JSON at byte 14: expected no further text",
		"{\"title\":\"\xff\"":               " utf-8: is not valid UTF-8",
		`{"any":` + strings.Repeat("[", 64): " depth: is nested deeper than 64 levels",
	} {
		drifts, err := wire.DecodeLenient([]byte(text), new(reply), decodeReplyInto)
		violations := described(t, err)
		require.Contains(t, violations, want)
		require.Empty(t, drifts, text)
		err = wire.DecodeLenientResponse([]byte(text), new(reply), decodeReply)
		require.Equal(t, violations, described(t, err))
	}
	err := wire.DecodeLenientResponse([]byte(`{"note":1,"x":[}`), new(reply), decodeReply)
	require.Equal(t, []string{
		"/note type: must be a string",
		" json: is not valid JSON at byte 15: expected a value",
	}, described(t, err))
}

// At most 50 drifts are reported. All values are read, and are kept for encoding.
func TestManyDrifts(t *testing.T) {
	var wrong []string
	for i := range 60 {
		wrong = append(wrong, fmt.Sprint(i))
	}
	list := strings.Join(wrong, ",")
	text := `{"title":"t","main":{"value":1},"tags":[` + list + `,"last"],` +
		`"sizes":{"a":1,"b":[` + list + `],"c":3}}`
	var r reply
	drifts, err := wire.DecodeLenient([]byte(text), &r, decodeReplyInto)
	require.NoError(t, err)
	require.Len(t, drifts, 50)
	require.Equal(t, api.Drift{Pointer: "/tags/49", Expected: "a string", Received: "number"}, drifts[49])
	require.Len(t, r.Tags, 61)
	require.Equal(t, "last", r.Tags[60])
	require.Equal(t, map[string]int{"a": 1, "b": 0, "c": 3}, r.Sizes)
	require.NoError(t, wire.DecodeLenientResponse([]byte(text), &r, decodeReply))
	require.Equal(t, text, string(r.AppendJSON(nil)))
}

// A response that drifted is encoded as it was received, except what was set since.
func TestDriftsAreKept(t *testing.T) {
	for received, test := range map[string]struct {
		set  func(r *reply)
		want string
	}{
		`{"title":"t","main":{"value":1},"note":"x"}`: {nil, ``},
		`{"title":"t","main":{"value":1},"x":2}`:      {nil, `{"title":"t","main":{"value":1}}`},
		`{"title":1,"main":{"value":"2"}}`:            {nil, ``},
		`{"title":null,"main":[]}`:                    {nil, ``},
		`[1]`:                                         {nil, ``},
		`{"main":{"value":1}}`:                        {nil, ``},
		`{"title":"t","main":{"value":1},"tags":["a",1],"marks":["x",null],"note":7,"count":"x"}`: {nil, ``},
		`{"title":"t","main":{"value":1},"note":"a\ud800","spare":[],"owner":3}`:                  {nil, ``},
		`{"title":[],"main":{"value":"1"}}`: {
			func(r *reply) { r.Title, r.Main.name = "new", new("n") },
			`{"title":"new","main":{"value":"1","name":"n"}}`,
		},
		`{"title":"t","main":{"value":1},"spare":7,"count":"3"}`: {
			func(r *reply) { r.Spare, r.Count = &coin{value: 5}, new(4) },
			`{"title":"t","main":{"value":1},"count":4,"spare":{"value":5}}`,
		},
	} {
		var r reply
		require.NoError(t, wire.DecodeLenientResponse([]byte(received), &r, decodeReply), received)
		want := test.want
		if want == "" {
			want = received
		}
		if test.set != nil {
			test.set(&r)
		}
		require.Equal(t, ">"+want, string(r.AppendJSON([]byte(">"))), received)
	}
}

// openReply is like a generated response that is an open record.
type openReply struct {
	Extra    api.Object   `json:"-"`
	Received api.Received `json:"-"`
}

func decodeOpenReply(d *wire.Decoder) *openReply {
	r := &openReply{Received: d.Received()}
	for d.Begin(nil); d.Next(); {
		d.Extra(&r.Extra)
	}
	return r
}

func (r *openReply) appendMembers(b []byte) []byte {
	return wire.CloseObject(wire.AppendExtra(append(b, '{'), r.Extra))
}

func (r *openReply) AppendJSON(b []byte) []byte {
	return wire.AppendLenient(b, r, r.Received, decodeOpenReply, (*openReply).appendMembers)
}

// Text with unpaired surrogates drifts in the keys of an open record, as in its values, and is encoded
// as it was received.
func TestKeysOfOpenRecordsMayDrift(t *testing.T) {
	for text, want := range map[string]struct {
		extra  api.Object
		drifts int
	}{
		`{"a":1,"b":{"c":[]}}`:               {api.Object{"a": json.Number("1"), "b": map[string]any{"c": []any{}}}, 0},
		`{"a":1,"b\ud800":2}`:                {api.Object{"a": json.Number("1"), "b\ufffd": json.Number("2")}, 1},
		`{"a":"é","\udc00x":{"\ud800":"y"}}`: {api.Object{"a": "é", "\ufffdx": map[string]any{"\ufffd": "y"}}, 1},
		`{"a":"\ud800","b":{"\ud800":1}}`:    {api.Object{"a": "\ufffd", "b": map[string]any{"\ufffd": json.Number("1")}}, 2},
		`{"a":{"\ud800":1},"b":2}`:           {api.Object{"a": map[string]any{"\ufffd": json.Number("1")}, "b": json.Number("2")}, 1},
	} {
		var r openReply
		drifts, err := wire.DecodeLenient([]byte(text), &r, func(d *wire.Decoder, r *openReply) {
			*r = *decodeOpenReply(d)
		})
		require.NoError(t, err, text)
		require.Equal(t, want.extra, r.Extra, text)
		require.Len(t, drifts, want.drifts, text)
		for _, drift := range drifts {
			require.Equal(t, "an unpaired surrogate", drift.Received, text)
		}
		require.NoError(t, wire.DecodeLenientResponse([]byte(text), &r, decodeOpenReply), text)
		require.Equal(t, text, string(r.AppendJSON(nil)), text)
	}
	var r openReply
	text := `{ "b\ud800" : 2 , "c" : 3 }`
	require.NoError(t, wire.DecodeLenientResponse([]byte(text), &r, decodeOpenReply))
	r.Extra["c"] = 4
	require.Equal(t, `{"b\ud800" : 2,"c":4}`, string(r.AppendJSON(nil)))
	r.Extra["b\ufffd"] = 5
	require.Equal(t, `{"b�":5,"c":4}`, string(r.AppendJSON(nil)))
}

// A response has what it received only if it drifted, because otherwise nobody needs it.
func TestResponsesThatDriftedHaveTheirText(t *testing.T) {
	for text, want := range map[string]json.RawMessage{
		`{"title":"t","main":{"value":1}}`: nil,
		`{"title":1,"main":{"value":1}}`:   json.RawMessage(`{"title":1,"main":{"value":1}}`),
	} {
		var r reply
		require.NoError(t, wire.DecodeLenientResponse([]byte(text), &r, decodeReply))
		require.Equal(t, want, r.Received.Raw())
	}
}

// Drifts show neither the keys of maps nor values.
func TestDriftsDoNotShowKeysOfMaps(t *testing.T) {
	const text = `{"title":"t","main":{"value":1},"named":{"secret":{"value":"secret"}},"grid":{"secret":1}}`
	drifts, err := wire.DecodeLenient([]byte(text), new(reply), decodeReplyInto)
	require.NoError(t, err)
	require.Equal(t, []api.Drift{
		{Pointer: "/named/*/value", Expected: "an integer", Received: "string"},
		{Pointer: "/grid/*", Expected: "an array", Received: "number"},
	}, drifts)
}
