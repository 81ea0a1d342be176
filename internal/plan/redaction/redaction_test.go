package redaction_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/recording"
)

const text = `
catalog: 1
info: {title: Tests, version: v1, package: tests}
path: /{area}/{operation}
auth: [{body_field: api_key}, bearer]
envelope: {success: {status: ok}, message: [errors], data: data, violations: wrong, siblings: Notes}
failure: {type: Refusal, member: refusal}
records:
  Notes: {fields: {total: integer, hint: {type: string, sensitive: true}}}
  Refusal: {fields: {reason: string, holder: {type: string, sensitive: true}}}
  Person: {open: true, fields: {name: string, friends: [Person]}}
  Node:
    fields:
      name: string
      kids: [Node]
      by_key: {string: Node}
      pin: {type: string, sensitive: true}
  Plain: {fields: {name: string}}
  File: {open: true, fields: {path: string, key: {type: string, sensitive: true}}}
unions:
  Entry: {by: .tag, of: {file: File, gone: null}, open: true}
areas:
  a:
    operations:
      whole: {response: [Node]}
      one:
        fields: {id: string, owner: {type: Person, sensitive: true}}
        response:
          fields: {node: Node, entry: Entry, entries: [Entry], owner: Person, secrets: {type: {string: string}, sensitive: true}}
      many:
        response: {fields: {nodes: [Node], by_name: {string: [Node]}, entries: [Entry], plain: [Plain], any: any}}
      list:
        envelope: none
        failure: {type: Refusal, status: 400}
        response: [string]
      bare:
        envelope: none
        auth: none
        failure: {type: Refusal, status: 400}
        response: {fields: {id: string}}
      beside:
        envelope: {success: success}
        response: {fields: {id: string}}
`

func operation(t *testing.T, name string) *catalog.Operation {
	t.Helper()
	c, problems := catalog.Parse("tests.yaml", []byte(text))
	require.Empty(t, problems)
	for op := range c.Operations() {
		if op.Name == name {
			return op
		}
	}
	t.Fatal(name)
	return nil
}

// record returns the one exchange of a recording, and its text.
func record(t *testing.T, op *catalog.Operation, request, response string) (recording.Exchange, string) {
	t.Helper()
	var file bytes.Buffer
	r, err := recording.New(&file, "/*/*/*", "/*/*", "/*")
	require.NoError(t, err)
	r.Add(recording.Call{Operation: op.String(), Bodies: redaction.Bodies(op), Request: []byte(request), Response: []byte(response)})
	var x recording.Exchange
	written := file.String()
	_, err = recording.Read(&file, func(found recording.Exchange) error { x = found; return nil })
	require.NoError(t, err)
	return x, written
}

// placesIn returns the shapes in a shape by pointer, each without its members; entries are "*".
func placesIn(t *testing.T, s *recording.Shape) map[string]string {
	t.Helper()
	all := map[string]string{}
	var add func(at string, s *recording.Shape)
	add = func(at string, s *recording.Shape) {
		if s == nil {
			return
		}
		bare := *s
		bare.Items, bare.Entries, bare.Members = nil, nil, nil
		text, err := json.Marshal(bare)
		require.NoError(t, err)
		all[at] = string(text)
		add(at+"/0", s.Items)
		add(at+"/*", s.Entries)
		for key, m := range s.Members {
			add(at+"/"+key, m)
		}
	}
	add("", s)
	return all
}

// hidden is the shape of a sensitive string.
const hidden = `{"seen":1,"string":1}`

func TestKeysAndWhatIsSensitiveAreThoseOfTheCatalog(t *testing.T) {
	x, file := record(t, operation(t, "one"),
		`{"id":"i","owner":{"name":"CANARY","CANARY":"CANARY","friends":[{"name":"CANARY"}]},"api_key":{"id":"CANARY"}}`,
		`{"status":"ok","errors":["e"],"total":1,"hint":"CANARY","api_key":"CANARY","data":{
			"node":{"kids":[{"kids":[{"pin":"CANARY","name":"n"}]}],"by_key":{"CANARY":{"pin":"CANARY","name":"m"}}},
			"entry":{"path":"p","key":"CANARY",".tag":"file"},
			"entries":[{".tag":"other","path":"CANARY","CANARY":"CANARY"}],
			"owner":{"name":"CANARY"},
			"secrets":{"CANARY":"CANARY"}}}`)
	require.NotContains(t, file, "CANARY")
	require.NotContains(t, file, "api_key")
	require.NotContains(t, file, "#")
	require.True(t, *x.Success)
	asked := placesIn(t, x.Request)
	require.Contains(t, asked["/id"], "lengths")
	require.Equal(t, `{"seen":1,"object":1}`, asked["/owner"], "a record that is sensitive somewhere is so everywhere")
	require.Equal(t, hidden, asked["/owner/name"])
	require.Equal(t, hidden, asked["/owner/*"])
	require.Equal(t, hidden, asked["/owner/friends/0/name"])

	told := placesIn(t, x.Response)
	for at, want := range map[string]string{
		"/hint": hidden, "/data/owner/name": hidden, "/data/secrets/*": hidden,
		"/data/node/kids/0/kids/0/pin": hidden, "/data/node/by_key/*/pin": hidden,
		"/data/entry/key": hidden, "/data/entries/0/.tag": hidden, "/data/entries/0/*": hidden,
		"/data/node/by_key": `{"seen":1,"object":1,"many":true}`, "/total": `{"seen":1,"integer":1,"values":{"1":1}}`,
	} {
		if at == "/data/entries/0/*" {
			want = `{"seen":2,"string":2}`
		}
		require.Equal(t, want, told[at], at)
	}
	for _, at := range []string{"/errors/0", "/data/node/kids/0/kids/0/name", "/data/node/by_key/*/name", "/data/entry/path", "/data/entry/.tag"} {
		require.Contains(t, told[at], "lengths", at)
	}
}

func TestWhatIsOfAnotherTypeIsHiddenWhereSomethingIsSensitive(t *testing.T) {
	one, many := operation(t, "one"), operation(t, "many")
	for response, op := range map[string]*catalog.Operation{
		`{"status":"ok","data":{"node":[{"name":"CANARY","pin":"CANARY"}]}}`:                       one,
		`{"status":"ok","data":{"node":"CANARY","entry":"CANARY"}}`:                                one,
		`{"status":"ok","data":{"entry":[{".tag":"file","key":"CANARY"}]}}`:                        one,
		`{"status":"ok","data":{"node":{"kids":{"CANARY":{"pin":"CANARY"}},"by_key":["CANARY"]}}}`: one,
		`{"status":"ok","data":[{"node":{"pin":"CANARY"}}]}`:                                       one,
		`[{"status":"ok","data":{"node":{"pin":"CANARY"}}}]`:                                       one,
		`{"status":"ok","data":{"nodes":{"CANARY":{"pin":"CANARY"}},"entries":{".tag":"CANARY"}}}`: many,
		`{"status":"ok","data":{"nodes":[[{"pin":"CANARY"}]],"by_name":{"x":{"pin":"CANARY"}}}}`:   many,
		`{"status":"ok","data":{"nodes":47114711471147114711,"by_name":[[{"pin":"CANARY"}]]}}`:     many,
		`"CANARY"`: operation(t, "bare"),
	} {
		x, file := record(t, op, "", response)
		for at, what := range placesIn(t, x.Response) {
			require.True(t, at == "/status" || !strings.Contains(what, "lengths"), "%s: %s %s", response, at, what)
		}
		require.NotContains(t, file, "CANARY")
		require.NotContains(t, file, "4711471147114711471")
	}
}

func TestWhatIsOfAnotherTypeIsShownWhereNothingIsSensitive(t *testing.T) {
	x, _ := record(t, operation(t, "many"), "", `{"status":"ok","data":{"plain":{"name":"n"},"any":["n"],"nodes":null}}`)
	told := placesIn(t, x.Response)
	require.Contains(t, told["/data/any/0"], "lengths")
	require.Equal(t, `{"seen":1,"null":1}`, told["/data/nodes"])
	shown := 0
	for _, what := range told {
		shown += strings.Count(what, "lengths")
	}
	require.Equal(t, 3, shown, "status, the name of plain, and the item of any")
	x, _ = record(t, operation(t, "list"), "", `["a"]`)
	require.Contains(t, placesIn(t, x.Response)["/0"], "lengths", "as its type says, whatever a failure holds")
}

func TestAFailureIsKnown(t *testing.T) {
	x, _ := record(t, operation(t, "one"), "", `{"status":"bad","refusal":{"reason":"r","holder":"CANARY"},"wrong":[]}`)
	require.False(t, *x.Success)
	told := placesIn(t, x.Response)
	require.Equal(t, hidden, told["/refusal/holder"])
	require.Contains(t, told["/refusal/reason"], "lengths")
	require.Contains(t, told, "/wrong")

	x, _ = record(t, operation(t, "bare"), "", `{"reason":"r","holder":"CANARY","id":"i"}`)
	require.Equal(t, hidden, placesIn(t, x.Response)["/holder"])
	require.Nil(t, x.Success)
}

func TestPlacesThatAreSensitiveAreHidden(t *testing.T) {
	op := operation(t, "one")
	for pointer, want := range map[string]bool{
		"/owner": true, "/owner/name": true, "/owner/anything/*": true, "/hint": true, "/data/node/pin": true,
		"/data/node/kids/*/pin": true, "/data/node/by_key/*/pin": true, "/data/secrets/*": true,
		"/id": false, "/status": false, "/errors/*": false, "/data/node/name": false, "/unknown": false, "/data/node/unknown/*": false,
	} {
		_, parts, err := recording.ParsePlace(pointer)
		require.NoError(t, err)
		require.Equal(t, want, redaction.IsSensitive(op, parts), pointer)
	}
}

// Whoever wrote a body, what is shown of it is what the catalog describes and does not
// call sensitive. FORBIDDEN is wherever nothing may be seen.
func TestBodiesAreShownWithoutWhatIsSensitive(t *testing.T) {
	one, many := redaction.Response(operation(t, "one")), redaction.Response(operation(t, "many"))
	long := strings.Repeat("x", 300)
	for _, c := range []struct {
		of         redact.Place
		text, want string
	}{
		{one, `{"node":{"name":"n","pin":"FORBIDDEN","kids":[{"name":null,"pin":null}]}}`,
			`{"node":{"name":"n","pin":"[redacted]","kids":[{"name":null,"pin":"[redacted]"}]}}`},
		{one, `{"node":{"pin":1,"p\u0069n":{"FORBIDDEN":1}},"node":{"FORBIDDEN":1}}`,
			`{"node":{"pin":"[redacted]","pin":"[redacted]"},"node":{"...":"[1 further key]"}}`},
		{one, `{"node":[{"pin":"FORBIDDEN"}],"entry":"FORBIDDEN","entries":{"FORBIDDEN":1},"owner":4711}`,
			`{"node":"[1 item]","entry":"[string]","entries":"[1 key]","owner":"[redacted]"}`},
		{one, `{"node":{"by_key":{"a\u202e\n":{"name":"n\u0085"},"` + long + `":{"pin":"FORBIDDEN"}},"name":"` + long + `"}}`,
			`{"node":{"by_key":{"a\u202e\n":{"name":"n\u0085"},"[300 bytes]":{"pin":"[redacted]"}},"name":"[302 bytes]"}}`},
		{one, `{"secrets":{"FORBIDDEN":"FORBIDDEN"},"FORBIDDEN":[],"Node":1}`,
			`{"secrets":"[redacted]","...":"[2 further keys]"}`},
		{one, `{"entry":{"path":"p","key":"FORBIDDEN","FORBIDDEN":"FORBIDDEN",".tag":"file"}}`,
			`{"entry":{"path":"p","key":"[redacted]",".tag":"file","...":"[1 further key]"}}`},
		{one, `{"entries":[{".tag":"gone","FORBIDDEN":1},{".tag":"other","path":"FORBIDDEN"},{"path":"FORBIDDEN"},{".tag":4711},{".tag":"file",".tag":"gone","key":"FORBIDDEN"}]}`,
			`{"entries":[{".tag":"gone","...":"[1 further key]"},"[redacted]","[redacted]","[redacted]",{".tag":"file",".tag":"gone","key":"[redacted]"}]}`},
		{many, `{"by_name":{"a":[{"pin":"FORBIDDEN"}],"b":{"pin":"FORBIDDEN"}},"any":{"FORBIDDEN":1},"plain":[{"name":"n"},["FORBIDDEN"]]}`,
			`{"by_name":{"a":[{"pin":"[redacted]"}],"b":"[1 key]"},"any":"[1 key]","plain":[{"name":"n"},"[1 item]"]}`},
		{many, `{"any":["FORBIDDEN"],"any":"FORBIDDEN","any":true,"any":-1.5e3,"any":null}`,
			`{"any":"[1 item]","any":"[string]","any":"[boolean]","any":"[number]","any":null}`},
		{redaction.Response(operation(t, "whole")), `[{"name":"n","pin":"FORBIDDEN"}]`,
			`[{"name":"n","pin":"[redacted]"}]`},
		{redaction.Response(operation(t, "whole")), `{"name":"FORBIDDEN"}`, `[20 bytes]`},
		{redaction.Response(operation(t, "list")), `["a",4711]`, `["a","[number]"]`},
		{redaction.Request(operation(t, "one")), `{"id":"1","owner":{"name":"FORBIDDEN"}}`,
			`{"id":"1","owner":"[redacted]"}`},
		{one, `["FORBIDDEN"]`, `[13 bytes]`},
		{nil, `{"FORBIDDEN":1}`, `[15 bytes]`},
	} {
		got := redact.Bounds{}.Body(c.text, c.of)
		require.Equal(t, c.want, got, c.text)
		require.NotContains(t, got, "FORBIDDEN")
	}
	bounds := redact.Bounds{Items: 2, NoVariant: true}
	require.Equal(t, `{"plain":[{},{},"[29 further items]"]}`, bounds.Body(`{"plain":[`+strings.Repeat(`{},`, 30)+`{}]}`, many))
	require.Equal(t, `{"entry":{"...":"[2 further keys]"}}`, bounds.Body(`{"entry":{".tag":"file","path":"p"}}`, one))
}
