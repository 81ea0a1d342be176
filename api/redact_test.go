package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/testing/everykind"
)

// person is a generated struct with a field of every kind.
type person struct {
	Name   string          `json:"name"`
	SSN    *string         `json:"ssn,omitzero" sensitive:"true"`
	Mood   *everykind.Mood `json:"mood,omitzero"`
	Age    *int            `json:"age,omitzero"`
	Price  *json.Number    `json:"price,omitzero"`
	Alive  *bool           `json:"alive,omitzero"`
	Tags   []string        `json:"tags,omitzero"`
	Prices []json.Number   `json:"prices,omitzero"`
	Home   *place          `json:"home,omitzero"`
	Places []place         `json:"places,omitzero"`
	Secret *place          `json:"secret,omitzero" sensitive:"true"`
	Object api.Object      `json:"object,omitzero"`
	Any    any             `json:"any,omitzero"`
	Anys   []any           `json:"anys,omitzero"`
	Text   json.RawMessage `json:"text,omitzero"`
	Untold *string
	Extra  api.Object      `json:"-"`
	Raw    json.RawMessage `json:"-"`
}

// AppendJSON appends the person from the response of a service, as it is in Raw.
func (p *person) AppendJSON(b []byte) []byte { return append(b, p.Raw...) }

// decodePerson reads the fields whose api.Rules tests break.
func decodePerson(d *wire.Decoder) *person {
	p := new(person)
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "name":
			p.Name = d.String(0)
		case "ssn":
			p.SSN = d.OptString(1)
		}
	}
	d.Require(0, "name")
	return p
}

type place struct {
	City   *string    `json:"city,omitzero"`
	Street *string    `json:"street,omitzero" sensitive:"true"`
	In     *place     `json:"in,omitzero"`
	Extra  api.Object `json:"-"`
}

func TestBodiesAreRedacted(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: `{}`,
		` { "name" : "Ada" , "age" : 1e2 , "price":-1.50,"alive":true,"mood":"glad" } `: `{"name":"Ada","age":1e2,"price":-1.50,"alive":true,"mood":"glad"}`,
		`{"tags":["a","\"b\u00e9"],"prices":[1.0,2]}`:                                   `{"tags":["a","\"b\u00e9"],"prices":[1.0,2]}`,
		`{"tags":[],"places":[],"home":{}}`:                                             `{"tags":[],"places":[],"home":{}}`,
		`{"name":null,"home":null,"any":null,"tags":null,"places":[null]}`:              `{"name":null,"home":null,"any":null,"tags":null,"places":[null]}`,

		// sensitive values of any kind, with any spelling of the key, and repeated
		`{"ssn":"CANARY"}`:                  `{"ssn":"[redacted]"}`,
		`{"ssn":{"name":["CANARY"]}}`:       `{"ssn":"[redacted]"}`,
		`{"s\u0073n":"CANARY"}`:             `{"ssn":"[redacted]"}`,
		`{"ssn":"CANARY","ssn":4711}`:       `{"ssn":"[redacted]","ssn":"[redacted]"}`,
		`{"ssn":null}`:                      `{"ssn":"[redacted]"}`,
		`{"secret":{"city":"CANARY"}}`:      `{"secret":"[redacted]"}`,
		`{"home":{"street":"CANARY"}}`:      `{"home":{"street":"[redacted]"}}`,
		`{"home":{"in":{"street":4711}}}`:   `{"home":{"in":{"street":"[redacted]"}}}`,
		`{"places":[{"street":["CANARY"]}]`: `[33 bytes]`,

		// not named
		`{"CANARY":"CANARY"}`: `{"...":"[1 further key]"}`,
		`{"CANARY":1,"name":"Ada","CANARY":[{"name":"CANARY"}],"":"CANARY"}`:                             `{"name":"Ada","...":"[3 further keys]"}`,
		`{"home":{"CANARY":"CANARY","city":"Turin"},"CANARY":0}`:                                         `{"home":{"city":"Turin","...":"[1 further key]"},"...":"[1 further key]"}`,
		`{"Name":"CANARY","NAME":"CANARY","nam\u0065 ":"CANARY"}`:                                        `{"...":"[3 further keys]"}`,
		`{"-":"CANARY","":"CANARY","Extra":"CANARY","Raw":"CANARY","Untold":"CANARY","untold":"CANARY"}`: `{"...":"[6 further keys]"}`,

		// of no type
		`{"object":{"name":"CANARY","CANARY":1},"text":{"a":1},"any":{}}`: `{"object":"[2 keys]","text":"[1 key]","any":"[0 keys]"}`,
		`{"any":["CANARY",4711,{}],"object":["CANARY"],"text":[4711]}`:    `{"any":"[3 items]","object":"[1 item]","text":"[1 item]"}`,
		`{"any":"CANARY","any":4711,"any":true}`:                          `{"any":"[string]","any":"[number]","any":"[boolean]"}`,
		`{"anys":["CANARY",4711,true,null,["CANARY"],{"CANARY":1}]}`:      `{"anys":["[string]","[number]","[boolean]",null,"[1 item]","[1 key]"]}`,

		// of another type
		`{"name":4711,"mood":true,"age":"CANARY","price":"CANARY","alive":"CANARY"}`: `{"name":"[number]","mood":"[boolean]","age":"[string]","price":"[string]","alive":"[string]"}`,
		`{"name":{"name":"CANARY"},"age":["CANARY"],"alive":4711}`:                   `{"name":"[1 key]","age":"[1 item]","alive":"[number]"}`,
		`{"tags":"CANARY","home":"CANARY","places":{"city":"CANARY"}}`:               `{"tags":"[string]","home":"[string]","places":"[1 key]"}`,
		`{"tags":[4711,{"CANARY":1},["CANARY"]],"home":[{"city":"CANARY"}]}`:         `{"tags":["[number]","[1 key]","[1 item]"],"home":"[1 item]"}`,
		`{"places":["CANARY",[{"city":"CANARY"}]],"prices":["CANARY"]}`:              `{"places":["[string]","[1 item]"],"prices":["[string]"]}`,

		// not an object
		``: `[0 bytes]`, ` `: `[1 byte]`, `null`: `[4 bytes]`, `"CANARY"`: `[8 bytes]`, `[{"name":"CANARY"}]`: `[19 bytes]`, `4711`: `[4 bytes]`,
		`CANARY`: `[6 bytes]`, `{"name":"CANARY"`: `[16 bytes]`, `{"name":"CANARY"} x`: `[19 bytes]`, `{"name":"CANARY",}`: `[18 bytes]`,
		"{\"name\":\"CANARY\xff\"}": `[18 bytes]`, `{"name":"CANARY\ud800"}`: `[23 bytes]`, `{"name":CANARY}`: `[15 bytes]`,
	} {
		got := genstruct.Body(text, reflect.TypeFor[person]())
		require.Equal(t, want, got, text)
		require.NotContains(t, got, "CANARY")
	}
	require.Equal(t, "[17 bytes]", genstruct.Body(`{"name":"CANARY"}`, nil))
	require.Equal(t, `{"name":"Ada"}`, genstruct.Body(`{"name":"Ada"}`, reflect.TypeFor[*person]()))
}

func TestRedactedBodiesAreBounded(t *testing.T) {
	long, deep := strings.Repeat("x", 300), strings.Repeat(`{"in":`, 30)
	many := func(member string) string {
		return "{" + strings.TrimSuffix(strings.Repeat(member+",", 10_000), ",") + "}"
	}
	for name, text := range map[string]string{
		"strings":   `{"tags":["` + strings.Repeat(long[:250]+`","`, 1000) + `"],"name":"CANARY"}`,
		"members":   many(`"name":"` + long[:250] + `"`),
		"sensitive": many(`"ssn":"CANARY"`),
		"records":   `{"places":` + "[" + strings.Repeat(`{"CANARY":1},`, 10_000) + "{}]}",
		"empty":     `{"places":` + "[" + strings.Repeat(`{},`, 10_000) + "{}]}",
		"counted":   `{"anys":` + "[" + strings.Repeat(`"CANARY",`, 10_000) + "0]}",
		"nested":    `{"home":` + deep + `{"CANARY":1,"street":1` + strings.Repeat(`,"CANARY":1}`, 31) + `,"ssn":"CANARY"}`,
		"both":      `{"home":` + deep + `{` + strings.Repeat(`"city":"`+long[:250]+`",`, 50) + `"CANARY":1}` + strings.Repeat(`,"CANARY":1}`, 31),
	} {
		got := genstruct.Body(text, reflect.TypeFor[person]())
		require.Less(t, len(got), 4<<10, name)
		require.True(t, json.Valid([]byte(got)), "%s: %s", name, got)
		require.NotContains(t, got, "CANARY", name)
		_, after, cut := strings.Cut(got, genstruct.CutOff)
		require.Equal(t, name != "nested", cut, "%s: %s", name, got)
		require.Empty(t, strings.Trim(after, `"]}`), name)
	}
	require.Equal(t, `{"name":"[302 bytes]","price":"[300 bytes]","age":1}`,
		genstruct.Body(`{"name":"`+long+`","price":`+strings.Repeat("1", 300)+`,"age":1}`, reflect.TypeFor[person]()))
	for levels, want := range map[int]string{31: `{"object":"[1 item]"}`, 32: "[75 bytes]", 1000: "[2011 bytes]"} {
		nested := `{"object":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}"
		require.Equal(t, want, genstruct.Body(nested, reflect.TypeFor[person]()))
	}
}

// Handlers of slog write such characters unchanged.
func TestRedactedBodiesHaveNoControlCharacters(t *testing.T) {
	text := "A\u009b31m\u007f\u202e\u2028\U000e0041B é \n"
	body := `{"name":"` + strings.TrimSuffix(text, "\n") + `\n","tags":["\u0085"]}`
	got := genstruct.Body(body, reflect.TypeFor[person]())
	for _, c := range got {
		require.True(t, strconv.IsPrint(c), "%+q", got)
	}
	var p person
	require.NoError(t, json.Unmarshal([]byte(got), &p))
	require.Equal(t, text, p.Name)
	require.Contains(t, got, "B é")
	long := genstruct.Body(`{"name":"`+strings.Repeat("\u0085", 100)+`"}`, reflect.TypeFor[person]())
	require.Less(t, len(long), 1<<10)
}

func TestProblemsAreRedacted(t *testing.T) {
	shown := func(field, rule string) string {
		p := &api.Problem{Type: "CANARY", Title: "CANARY", Status: 4711, Detail: "CANARY", Instance: "CANARY",
			Errors: []api.Violation{{Field: field, Rule: rule, Message: "CANARY"}}}
		var body struct {
			Status int
			Errors []struct{ Field, Rule string }
		}
		text := api.RedactedProblem(p, 422, reflect.TypeFor[person]())
		require.NotContains(t, text, "CANARY")
		require.NotContains(t, text, "4711")
		require.NoError(t, json.Unmarshal([]byte(text), &body), text)
		require.Equal(t, 422, body.Status)
		require.Equal(t, text, fmt.Sprintf(`{"status":422,"errors":[{"field":%q,"rule":%q}]}`, body.Errors[0].Field, body.Errors[0].Rule))
		return body.Errors[0].Field + " " + body.Errors[0].Rule
	}
	for field, want := range map[string]string{
		"": "", "/name": "/name", "/ssn": "/ssn", "/places/0": "/places/0", "/places/9999/in/in/street": "/places/9999/in/in/street",
		"/CANARY": "/[redacted]", "CANARY": "/[redacted]", "name": "/[redacted]", "/": "/[redacted]", "//name": "/[redacted]",
		"/home/CANARY": "/home/[redacted]", "/places/0/CANARY/0": "/places/0/[redacted]", "/name/CANARY": "/name/[redacted]",
		"/places/CANARY": "/places/[redacted]", "/places/-": "/places/[redacted]", "/places/-1": "/places/[redacted]",
		"/places/04": "/places/[redacted]", "/places/47114711": "/places/[redacted]", "/places/+1": "/places/[redacted]",
		"/object/CANARY": "/object/[redacted]", "/any/0": "/any/[redacted]", "/anys/0": "/anys/0", "/anys/0/CANARY": "/anys/0/[redacted]",
		"/text/0": "/text/[redacted]", "/-": "/[redacted]", "/Extra": "/[redacted]", "/name/": "/name/[redacted]",
		"/home" + strings.Repeat("/in", 500): "/home" + strings.Repeat("/in", 84) + "/[redacted]",
	} {
		require.Equal(t, want+" type", shown(field, "type"), field)
	}
	for rule, want := range map[string]string{"required": "required", "items-limit": "items-limit", "CANARY": genstruct.Redacted, "": genstruct.Redacted, "Type": genstruct.Redacted} {
		require.Equal(t, "/name "+want, shown("/name", rule))
	}
	require.Equal(t, `{"status":404}`, api.RedactedProblem(&api.Problem{Title: "CANARY"}, 404, nil))
	require.Equal(t, `{"status":422,"errors":[{"field":"/[redacted]","rule":"type"}]}`,
		api.RedactedProblem(&api.Problem{Errors: []api.Violation{{Field: "/name", Rule: "type"}}}, 422, nil))
	many := api.RedactedProblem(&api.Problem{Errors: make([]api.Violation, 1000)}, 422, reflect.TypeFor[person]())
	require.True(t, json.Valid([]byte(many)))
	require.Less(t, len(many), 4<<10)
	require.True(t, strings.HasSuffix(many, `,"[cut off]"]}`), many)
}

// A violation does not name the keys of a sensitive value, at any depth, but those
// of a record.
// A middleware may log the error of a request, and the keys are its caller's.
func TestTheTextOfARefusalShowsNoUnknownKeys(t *testing.T) {
	var seen error
	route := wire.Handle(everykind.Op, decodePerson, func(context.Context, *person) (*person, error) { return nil, nil })
	h := routed(t, []api.Route{route}, api.WithServerAnonymous(), around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
		seen = next(ctx, r)
		return seen
	}))
	p := problemOf(t, post(h, everykind.Op.Path, `{"name":1,"CANARY":2}`), 422)
	require.Equal(t, "/CANARY", p.Errors[1].Field, "the caller has to know")
	invalid, ok := errors.AsType[*api.ValidationError](seen)
	require.True(t, ok)
	text, err := json.Marshal(invalid)
	require.NoError(t, err)
	for _, got := range []string{seen.Error(), invalid.Error(), fmt.Sprintf("%+v %#v", seen, invalid), string(text)} {
		require.Contains(t, got, "/name must be a string (type); /[redacted] is not a field of this operation (unknown-field)")
		require.NotContains(t, got, "CANARY")
	}
}

func TestKeysOfSensitiveValuesAreHidden(t *testing.T) {
	type open struct {
		City  *string    `json:"city,omitzero" sensitive:"true"`
		Deep  *place     `json:"deep,omitzero" sensitive:"true"`
		Extra api.Object `json:"-" sensitive:"true"`
	}
	type body struct {
		Free   any          `json:"free,omitzero"`
		Any    any          `json:"any,omitzero" sensitive:"true"`
		Bag    api.Object   `json:"a/b~c,omitzero" sensitive:"true"`
		Bags   []api.Object `json:"bags,omitzero" sensitive:"true"`
		Opens  []open       `json:"opens,omitzero"`
		Secret *place       `json:"secret,omitzero" sensitive:"true"`
		Home   *place       `json:"home,omitzero"`
	}
	type odd struct { // encoding/json supports none of these names
		Folded any `wire:"ſ" sensitive:"true"`
		Plain  any `wire:"a,b"`
		Empty  any `wire:"" sensitive:"true"`
		Dash   any `wire:"-" sensitive:"true"`
		Any    any `json:"any,omitzero"`
		Extra  any `json:"extra,omitzero" sensitive:"true"`
	}
	for field, want := range map[string]string{
		"": "", "/free": "/free", "/free/KEY/0": "/free/KEY/0", "/any": "/any", "/any/KEY": "/any/[redacted]",
		"/any/0/KEY": "/any/[redacted]", "/a~1b~0c/KEY/KEY": "/a~1b~0c/[redacted]", "/bags/7/KEY": "/bags/7/[redacted]",
		"/bags/123456/KEY": "/bags/123456/[redacted]", "/opens/0/city": "/opens/0/city", "/opens/0/further": "/opens/0/[redacted]",
		"/opens/0/further/KEY": "/opens/0/[redacted]", "/opens/0/deep/city": "/opens/0/deep/city",
		"/secret/further/KEY": "/secret/[redacted]", "/secret/in/further/KEY": "/secret/in/[redacted]",
		"/home/further/KEY": "/home/further/KEY", "/further": "/further", "/further/KEY": "/further/KEY", "/home/in/street": "/home/in/street",
	} {
		require.Equal(t, want, genstruct.Pointer(field, redact.Keys{}, reflect.TypeFor[body]()))
	}
	require.Equal(t, "/secret/[redacted]", genstruct.Pointer("/secret/KEY", redact.Keys{}, reflect.TypeFor[body]()))
	type marked struct {
		_ struct{} `json:"-" sensitive:"true"`
	}
	type empties struct {
		Private marked   `json:"private"`
		Plain   struct{} `json:"plain"`
	}
	require.Equal(t, "/private/[redacted]", genstruct.Pointer("/private/KEY", redact.Keys{}, reflect.TypeFor[empties]()))
	require.Equal(t, "/plain/KEY", genstruct.Pointer("/plain/KEY", redact.Keys{}, reflect.TypeFor[empties]()))
	for pointer, want := range map[string]string{
		"/ſ/0/KEY": "/ſ/[redacted]", "//KEY": "//[redacted]", "/-/KEY": "/-/[redacted]",
		"/a,b/KEY": "/a,b/KEY", "/any/KEY": "/any/KEY", "/s/KEY": "/s/KEY", "/further/KEY": "/further/KEY",
	} {
		require.Equal(t, want, genstruct.Pointer(pointer, redact.Keys{}, reflect.TypeFor[odd]()))
	}
	require.Equal(t, `{"ſ":"[redacted]","a,b":"x","":"[redacted]","-":"[redacted]","...":"[1 further key]"}`,
		genstruct.Body(`{"ſ":"CANARY","a,b":"x","":"CANARY","-":"CANARY","s":1}`, reflect.TypeFor[struct {
			Folded *string    `wire:"ſ" sensitive:"true"`
			Plain  *string    `wire:"a,b"`
			Empty  *string    `wire:"" sensitive:"true"`
			Dash   *string    `wire:"-" sensitive:"true"`
			Extra  api.Object `json:"-"`
		}]()))
}

// Rules that are not in api.Rules become genstruct.Redacted.
func TestEveryRuleIsListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "violation.go", nil, 0)
	require.NoError(t, err)
	var listed []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Rule") {
			listed = append(listed, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
		}
		return true
	})
	require.Greater(t, len(listed), 20)
	require.ElementsMatch(t, listed, api.Rules)
}

// What is cut off takes no room, however much there is.
func TestLongValuesAreCutOffOnce(t *testing.T) {
	many := map[string]int{}
	for i := range 300_000 {
		many[strconv.Itoa(i)] = i
	}
	for name, v := range map[string]any{
		"an array":        struct{ N []int }{make([]int, 3_000_000)},
		"arrays":          struct{ N [][]int }{slices.Repeat([][]int{{1, 2, 3}}, 300_000)},
		"a map":           struct{ N map[string]int }{many},
		"structs":         struct{ N []struct{ A int } }{slices.Repeat([]struct{ A int }{{1}}, 300_000)},
		"a field after":   struct{ N, M []int }{make([]int, 3_000_000), []int{1}},
		"a text in front": struct{ A, B string }{strings.Repeat("x", 2<<20), "y"},
	} {
		text := genstruct.Value(v)
		require.Less(t, len(text), 3<<20, name)
		require.Contains(t, text[len(text)-40:], genstruct.CutOff, name)
		require.LessOrEqual(t, strings.Count(text, genstruct.CutOff), 3, name)
	}
}

// Text behind a value is an error, whatever the value is decoded into.
func TestTextBehindAValueIsNotDecoded(t *testing.T) {
	for _, rest := range []string{" upstream timed out", "{}", "]", "0"} {
		r := &api.RawResponse{Raw: json.RawMessage(`{"code":7}` + rest)}
		require.Error(t, r.Decode(new(map[string]any)), rest)
		require.Error(t, r.Decode(new(struct{ Code int })), rest)
		require.Error(t, r.Decode(new(any)), rest)
	}
	var got map[string]any
	require.NoError(t, (&api.RawResponse{Raw: json.RawMessage("{\"code\":7} \n")}).Decode(&got))
	require.Equal(t, map[string]any{"code": json.Number("7")}, got)
}
