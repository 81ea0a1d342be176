package recording

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/redact"

	"example.com/opgen/internal/testing/long"
)

// record returns the recording of responses of one operation.
func record(t *testing.T, known *Bodies, responses ...string) *bytes.Buffer {
	t.Helper()
	var file bytes.Buffer
	r, err := New(&file)
	require.NoError(t, err)
	for _, text := range responses {
		r.Add(Call{Operation: "things.get", Bodies: known, Status: 200, Response: []byte(text)})
	}
	require.NoError(t, r.Err())
	return &file
}

// exchanges reads a recording.
func exchanges(t *testing.T, file string) ([]Exchange, Info) {
	t.Helper()
	var all []Exchange
	info, err := Read(strings.NewReader(file), func(x Exchange) error {
		all = append(all, x)
		return nil
	})
	require.NoError(t, err)
	require.Len(t, all, info.Lines)
	return all, info
}

// seen returns the merged shape of the responses, with names where these are known.
func seen(t *testing.T, file string) *Shape {
	t.Helper()
	all, info := exchanges(t, file)
	s := new(Shape)
	for _, x := range all {
		s.Merge(x.Response)
	}
	s.Rename(info.Keys)
	return s
}

var named = &Bodies{Response: redact.Members{
	"id": nil, "when": nil, "tags": nil, "count": nil, "secret": redact.Private, "data": redact.Members{"id": nil},
}}

func TestAShapeIsWhatWasSeen(t *testing.T) {
	file := record(t, named,
		`{"id":"a","when":"2026-01-31","tags":["x","yy",null],"count":1.0e2,"secret":{"pin":"1234","more":[1]}}`,
		`{"id":"b","when":"2026-02-01","tags":[],"count":1.5,"secret":"1234"}`,
		`{"id":"a","when":null,"count":9223372036854775808}`,
	).String()
	require.JSONEq(t, `{
		"seen": 3, "object": 3,
		"members": {
			"id": {"seen":3,"string":3,"lengths":{"1":3},"distinct":2},
			"when": {"seen":3,"null":1,"string":2,"lengths":{"8-15":2},"formats":["date"],"distinct":2},
			"tags": {"seen":2,"array":2,"items":{"seen":3,"null":1,"string":2,"lengths":{"1":1,"2-3":1},"distinct":2}},
			"count": {"seen":3,"integer":1,"number":2},
			"secret": {"seen":2,"string":1,"object":1,"entries":{"seen":2,"string":1,"array":1,"items":{"seen":1,"integer":1}}}
		}
	}`, text(t, seen(t, file)))
}

func TestAKeyIsNamedAfterFiveBodies(t *testing.T) {
	body := `{"id":"x","contact_id":[{"contact_id":1},{"contact_id":2}],"4711":1,"ada@example.org":1,"a1b2c3d4":1}`
	four := record(t, named, body, body, body, body).String()
	require.NotContains(t, four, "contact_id")
	_, info := exchanges(t, four)
	require.Empty(t, info.Keys)

	six := record(t, named, body, body, body, body, body, body).String()
	require.Equal(t, 3, strings.Count(six, "contact_id"), "once in a line of names, and twice in the sixth body")
	for _, data := range []string{`"4711"`, "example.org", `"a1b2c3d4"`} {
		require.NotContains(t, six, data)
	}
	all := seen(t, six)
	require.Equal(t, 12, all.Members["contact_id"].Items.Members["contact_id"].Integer)
	require.Len(t, all.Members, 5)
	other, _ := exchanges(t, record(t, named, body).String())
	for key := range other[0].Response.Members {
		require.False(t, IsHash(key) && all.Members[key] != nil, "each recording has a secret of its own")
	}
}

func TestAKeyOfABodyWithoutAShapeDoesNotCount(t *testing.T) {
	broken := `{"contact_id":1,"contact_id":2}`
	require.NotContains(t, record(t, nil, broken, broken, broken, broken, broken, `{"contact_id":1}`).String(), "contact_id")
}

func TestMoreThanFiftyUnknownKeysAreAMap(t *testing.T) {
	var bodies []string
	for i := range 60 {
		for range 5 {
			bodies = append(bodies, fmt.Sprintf(`{"id":"x","in":{"key_%c%c":{"n":%d}}}`, 'a'+i/26, 'a'+i%26, i))
		}
	}
	file := record(t, named, bodies...).String()
	require.Contains(t, file, "key_aa")
	require.NotContains(t, file, "key_cc", "the fifty-fifth")
	all, info := exchanges(t, file)
	in := sum(all[len(all)-1].Response)
	in.Rename(info.Keys)
	in = in.Members["in"]
	require.True(t, in.Many)
	require.Empty(t, in.Members)
	require.Equal(t, 1, in.Entries.Object)
	require.Equal(t, 1, in.Entries.Members["n"].Integer)
	require.True(t, seen(t, file).Members["in"].Many)
}

// mapped is a map of numbers.
type mapped struct{ redact.Members }

func (m mapped) Object(func(string) string) redact.Place { return m }

func (mapped) Member(string) (redact.Place, redact.Key) { return nil, redact.EntryKey }

func TestOfWhatTheCatalogCallsAMapNoKeyIsWritten(t *testing.T) {
	body := `{"ada":1,"babbage":2}`
	file := record(t, &Bodies{Response: mapped{}}, body, body, body, body, body, body).String()
	require.NotContains(t, file, "ada")
	require.NotContains(t, file, "#")
	require.JSONEq(t, `{"seen":6,"object":6,"many":true,"entries":{"seen":12,"integer":12}}`, text(t, seen(t, file)))
}

func TestAKnownKeyThatLooksLikeAHashIsWrittenAsOne(t *testing.T) {
	file := record(t, &Bodies{Response: redact.Members{"#1": nil}}, `{"#1":1}`).String()
	require.NotContains(t, file, `"#1"`)
	require.Len(t, seen(t, file).Members, 1)
}

func TestCredentialsAreLeftOut(t *testing.T) {
	body := `{"api_key":{"id":"sesame"},"id":"x"}`
	file := record(t, &Bodies{Response: redact.Combine(redact.Credentials{"api_key"}, named.Response)}, body, body, body, body, body, body).String()
	require.NotContains(t, file, "api_key")
	require.JSONEq(t, `{"seen":6,"object":6,"members":{"id":{"seen":6,"string":6,"lengths":{"1":6},"distinct":1}}}`, text(t, seen(t, file)))
}

func TestBodiesWithoutAShapeSayWhy(t *testing.T) {
	for body, why := range map[string]string{
		`{"id":`:                   "not JSON",
		`{"id":01}`:                "not JSON",
		"{} {}":                    "not JSON",
		"\xef\xbb\xbf{}":           "not JSON",
		"\n<!doctype html><p>Oops": "HTML",
		"{\"id\":\"\xff\"}":        "not UTF-8",
		`{"id":1,"i\u0064":2}`:     "duplicate key",
		`{"in":[{"a":1,"a":2}]}`:   "duplicate key",
		strings.Repeat("[", 65) + strings.Repeat("]", 65): "too deep",
		strings.Repeat(" ", maxBody) + "1":                "too large",
		"[" + strings.Repeat("1,", 1_000_000) + "1]":      "too large",
	} {
		if !long.Full() && len(body) > 1<<20 {
			continue
		}
		all, _ := exchanges(t, record(t, named, body).String())
		require.Equal(t, []Exchange{{Operation: "things.get", Status: 200, Requests: 1, Unreadable: why, Recording: all[0].Recording, Day: all[0].Day, Part: 1}}, all)
	}
	for _, body := range []string{"", " \n"} {
		all, _ := exchanges(t, record(t, named, body).String())
		require.Empty(t, all[0].Unreadable)
		require.Nil(t, all[0].Response)
	}
	deep := strings.Repeat(`{"id":`, 50) + "1" + strings.Repeat("}", 50)
	all, _ := exchanges(t, record(t, named, deep).String())
	require.Empty(t, all[0].Unreadable, "fifty levels are read")
}

func TestARequestWithoutAShapeLeavesTheResponse(t *testing.T) {
	var file bytes.Buffer
	r, err := New(&file)
	require.NoError(t, err)
	r.Add(Call{Operation: "a.b", Status: 200, Request: []byte("{"), Response: []byte("1")})
	r.Add(Call{Operation: "a.b", Status: 200, Request: []byte("2"), Unreadable: "br"})
	all, _ := exchanges(t, file.String())
	require.Equal(t, "request: not JSON", all[0].Unreadable)
	require.Equal(t, 1, all[0].Response.Integer)
	require.Equal(t, "br", all[1].Unreadable)
	require.Equal(t, 1, all[1].Request.Integer)
}

func TestSuccessIsWhatTheEnvelopeTells(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		body           string
		success, value string
		want           *bool
	}{
		{`{"success":true}`, "", "", &yes},
		{`{"success":false}`, "", "", &no},
		{`{"success":"yes"}`, "", "", nil},
		{`{"data":{"success":true}}`, "", "", nil},
		{`[{"success":true}]`, "", "", nil},
		{`{"status":"ok"}`, "status", `"ok"`, &yes},
		{`{"status":"bad"}`, "status", `"ok"`, &no},
		{`{"error":false}`, "error", "false", &yes},
		{`{"code":0}`, "code", "0", &yes},
		{`{"code":7}`, "code", "0", &no},
		{`{"success":true`, "", "", nil},
	} {
		all, _ := exchanges(t, record(t, &Bodies{Success: c.success, Value: c.value}, c.body).String())
		require.Equal(t, c.want, all[0].Success, c.body)
	}
}

func TestValuesAreKeptWhereTheUserAsked(t *testing.T) {
	var file bytes.Buffer
	r, err := New(&file, "/list/*/type", "a.b/secret", "a.c/n~1m", "/whole/*")
	require.NoError(t, err)
	known := &Bodies{Response: named.Response}
	body := []byte(`{"list":[{"type":"open","name":"grace"},{"type":7}],"secret":"sesame","n/m":true,"whole":{"x":"` + strings.Repeat("v", maxValue+1) + `"},"type":"other"}`)
	r.Add(Call{Operation: "a.b", Bodies: known, Response: body})
	r.Add(Call{Operation: "a.c", Bodies: known, Response: body})
	for _, hidden := range []string{"grace", "sesame", "other", "vv"} {
		require.NotContains(t, file.String(), hidden)
	}
	require.Equal(t, 2, strings.Count(file.String(), `"values":{"7":1,"open":1}`))
	require.Equal(t, 1, strings.Count(file.String(), `"values":{"true":1}`))
	_, err = New(&file, "type")
	require.EqualError(t, err, `"type" is not a JSON pointer; write one like /contacts/*/type, or claims.get_claim/status`)
}

// Values in unknown members that may be sensitive are not kept.
func TestValuesOfHiddenMembersAreNotKept(t *testing.T) {
	var file bytes.Buffer
	r, err := New(&file, "/password", "/in/password/*/x", "/in/*", "/type")
	require.NoError(t, err)
	r.HideUnknown(func(key string) bool { return key == "password" || key == "type" })
	body := []byte(`{"password":"hunter2","in":{"password":[{"x":"hunter2"},{"x":7777}],"other":"shown"},"type":"known"}`)
	r.Add(Call{Operation: "a.b", Response: body, Bodies: &Bodies{Response: redact.Members{"type": redact.Text}}})
	require.NotContains(t, file.String(), "hunter2")
	require.NotContains(t, file.String(), "7777")
	require.Contains(t, file.String(), `"values":{"shown":1}`)
	require.Contains(t, file.String(), `"values":{"known":1}`)
}

// failing fails from a number of writes on.
type failing struct{ left int }

func (w *failing) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestAWriterThatFailsIsToldOnce(t *testing.T) {
	_, err := New(&failing{})
	require.EqualError(t, err, "no space left")
	_, err = New(nil)
	require.Error(t, err)
	told := 0
	r, err := New(&failing{left: 2})
	require.NoError(t, err)
	r.OnError(func(err error) {
		told++
		require.EqualError(t, err, "no space left")
	})
	for range 5 {
		r.Add(Call{Operation: "a.b", Response: []byte("{}")})
	}
	require.Equal(t, 1, told)
	require.EqualError(t, r.Err(), "no space left")
}

func TestARecorderIsUsedByManyAtATime(t *testing.T) {
	var file bytes.Buffer
	r, err := New(&file)
	require.NoError(t, err)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 50 {
				r.Add(Call{Operation: fmt.Sprintf("a.b%d", i), Request: []byte(`{"n":"x"}`), Response: fmt.Appendf(nil, `{"contact_id":"%d"}`, j)})
			}
		})
	}
	all.Wait()
	assert.NoError(t, r.Err())
	require.Equal(t, 400, seen(t, file.String()).Members["contact_id"].String)
}

func TestMemoryIsBounded(t *testing.T) {
	r, err := New(&bytes.Buffer{})
	require.NoError(t, err)
	var body strings.Builder
	for i := range 16 {
		body.Reset()
		body.WriteString("{")
		for a := range 50 {
			fmt.Fprintf(&body, `"k%d":{`, a)
			for b := range 50 {
				fmt.Fprintf(&body, `"k%d_%d":{"x%d":"y"},`, i, b, b)
			}
			body.WriteString(`"end":1},`)
		}
		body.WriteString(`"end":1}`)
		r.Add(Call{Operation: fmt.Sprint("a.", i), Response: []byte(body.String())})
	}
	require.NoError(t, r.Err())
	require.Equal(t, maxNodes, r.nodes)
	require.Less(t, len(r.counts), maxNodes)
}

func TestALineIsNotTooLong(t *testing.T) {
	var known redact.Members
	for range 3 {
		around := redact.Members{}
		for i := range 50 {
			around[fmt.Sprint("field_", i)] = known
		}
		known = around
	}
	body := `1`
	for range 3 {
		var b strings.Builder
		for i := range 50 {
			fmt.Fprintf(&b, `,"field_%d":%s`, i, body)
		}
		body = "{" + b.String()[1:] + "}"
	}
	all, _ := exchanges(t, record(t, &Bodies{Response: known}, body, "1").String())
	require.Equal(t, "too large", all[0].Unreadable)
	require.Nil(t, all[0].Response)
	require.Equal(t, 1, all[1].Response.Integer)
}
