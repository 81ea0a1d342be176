package engine_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/engine"
)

// A func runs in the transaction of the call.
func TestFuncsRunInTheTransaction(t *testing.T) {
	text, err := os.ReadFile("../../testdata/notes/operations.yaml")
	require.NoError(t, err)
	s := open(t, folderOf(t, string(text), `
resources: 1
kinds: {note: {}}
operations: {notes.add: {func: add}, notes.list: {list: note}}
`))
	response, err := s.call(t, "notes.add", `{"author":"note","text":"x"}`, "")
	require.NoError(t, err)
	require.JSONEq(t, `{"id":"note-1"}`, string(response))
	_, err = s.call(t, "notes.add", `{"author":"nobody","text":"x"}`, "")
	require.EqualError(t, err, `resources.yaml has no kind "nobody"`)
	list, err := s.call(t, "notes.list", `{}`, "")
	require.NoError(t, err)
	require.JSONEq(t, `[{"id":"note-1","author":"note","text":"ann2030-01-02"}]`, string(list),
		"writes of the failed call are undone")
}

// add is a func that adds a note, and a document of a kind with the name of the author.
func add(tx *engine.Tx, request json.RawMessage) (any, error) {
	var note map[string]any
	err := json.Unmarshal(request, &note)
	if err == nil {
		note["text"] = tx.Caller + tx.Now.Format(time.DateOnly)
		err = tx.Create("note", note)
	}
	if err == nil && note["author"] != "note" {
		err = tx.Create(note["author"].(string), map[string]any{})
	}
	return map[string]any{"id": note["id"]}, err
}

// workshop returns a service with orders, which have lines, and with links of orders to people. The
// func of the operation "do" is that of a test.
func workshop(t *testing.T) *service {
	return open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations:
      do: {response: any}
      show: {effect: read, fields: {name: string}, response: any}
      all: {effect: read, response: any}
      together: {effect: read, response: any}
      named: {effect: read, fields: {name: string}, response: any}
`, `
resources: 1
kinds:
  order: {children: {/lines: line}, distinct: [/number]}
  line: {parents: [order]}
  person: {free: true}
  role: {parents: {of: order, who: person}}
operations:
  orders.do: {func: do}
  orders.show: {read: role, by: {/name: /name}, missing: ignore, response: {$func: do}}
  orders.all: {list: line, by: all, response: [{$func: do}]}
  orders.together: {list: line, by: all, response: {$func: do}}
  orders.named: {list: order, by: {/name: /name}}
`))
}

// run runs a func in a call, and returns its response.
func (s *service) run(t *testing.T, f func(tx *engine.Tx) (any, error)) (string, error) {
	t.Helper()
	s.do = func(tx *engine.Tx, _ json.RawMessage) (any, error) { return f(tx) }
	response, err := s.call(t, "orders.do", `{}`, "")
	return string(response), err
}

// creates adds a document in a call, and returns what the func has of it then.
func (s *service) creates(t *testing.T, kind, document string) (string, error) {
	t.Helper()
	return s.run(t, func(tx *engine.Tx) (any, error) {
		object := objectOf(t, document)
		err := tx.Create(kind, object)
		return object, err
	})
}

// objectOf decodes an object, with numbers as funcs get them.
func objectOf(t *testing.T, text string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var object map[string]any
	require.NoError(t, d.Decode(&object))
	return object
}

// fill adds two orders with lines, and three roles.
func (s *service) fill(t *testing.T) {
	t.Helper()
	for _, c := range []struct{ kind, document string }{
		{"order", `{"name": "one", "size": 1, "urgent": true, "lines": [{"n": 1}, {"n": 2}]}`},
		{"order", `{"name": "two", "size": 1.0, "lines": [{"n": 1}]}`},
		{"order", `{"id": 7, "name": "two", "size": 2, "urgent": false}`},
		{"role", `{"of": "order-1", "who": "ann", "name": "payer"}`},
		{"role", `{"of": "order-2", "who": "ann", "name": "payer"}`},
		{"role", `{"of": "order-2", "who": "bob", "name": "reader"}`},
	} {
		_, err := s.creates(t, c.kind, c.document)
		require.NoError(t, err)
	}
}

// get returns a document, or the text of the error.
func (s *service) get(t *testing.T, kind string, id any) string {
	t.Helper()
	response, err := s.run(t, func(tx *engine.Tx) (any, error) { return tx.Get(kind, id) })
	if err != nil {
		return outcome(t, nil, err)
	}
	return response
}

// Get finds documents by ids of either type.
func TestFuncsGetDocuments(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	const one = `{"id":"order-1","lines":[{"id":"line-1","n":1},{"id":"line-2","n":2}],` +
		`"name":"one","size":1,"urgent":true}`
	const seven = `{"id":7,"lines":[],"name":"two","size":2,"urgent":false}`
	require.Equal(t, one, s.get(t, "order", "order-1"))
	require.Equal(t, seven, s.get(t, "order", "7"))
	require.Equal(t, seven, s.get(t, "order", json.Number("7")))
	for _, id := range []any{"order-9", "", nil, 7.0} {
		require.Equal(t, "404 there is no such order", s.get(t, "order", id))
	}
}

// Find selects by parents, by members that are indexed or not, and by those in lists.
func TestFuncsFindDocuments(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	for _, c := range []struct{ kind, values, found string }{
		{"order", `{}`, "order-1 order-2 7"},
		{"order", `{"/name": "two"}`, "order-2 7"},
		{"order", `{"/size": 1}`, "order-1 order-2"},
		{"order", `{"/size": "1"}`, ""},
		{"order", `{"/urgent": true}`, "order-1"},
		{"order", `{"/urgent": false, "/name": "two"}`, "7"},
		{"order", `{"/lines/n": 2}`, "order-1"},
		{"order", `{"/lines/n": 1, "/name": "two", "/size": 1}`, "order-2"},
		{"order", `{"/name": "three"}`, ""},
		{"line", `{"order": "order-1"}`, "line-1 line-2"},
		{"line", `{"order": "order-1", "/n": 2}`, "line-2"},
		{"line", `{"order": "order-9"}`, ""},
		{"role", `{"who": "ann"}`, "role-1 role-2"},
		{"role", `{"who": "ann", "of": "order-2"}`, "role-2"},
		{"role", `{"/name": "payer", "of": "order-2"}`, "role-2"},
	} {
		response, err := s.run(t, func(tx *engine.Tx) (any, error) {
			docs, err := tx.Find(c.kind, objectOf(t, c.values))
			var ids []string
			for _, doc := range docs {
				ids = append(ids, fmt.Sprint(doc["id"]))
			}
			return strings.Join(ids, " "), err
		})
		require.NoError(t, err, c.values)
		require.Equal(t, strconv.Quote(c.found), response, "%s %s", c.kind, c.values)
	}
	response, err := s.run(t, func(tx *engine.Tx) (any, error) {
		return tx.Find("role", map[string]any{"who": "bob"})
	})
	require.NoError(t, err)
	require.Equal(t, `[{"id":"role-3","name":"reader","of":"order-2","who":"bob"}]`, response)
}

// Create sets the id, and refuses documents without their parents.
func TestFuncsCreateDocuments(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	document, err := s.creates(t, "line", `{"order": "order-2", "n": 3}`)
	require.NoError(t, err)
	require.Equal(t, `{"id":"line-4","n":3}`, document)
	const two = `{"id":"order-2","lines":[{"id":"line-3","n":1},{"id":"line-4","n":3}],` +
		`"name":"two","size":1.0}`
	require.Equal(t, two, s.get(t, "order", "order-2"))
	const noOrder = `404 its parent "order" must exist first, and there is no order with this id`
	for _, c := range []struct{ kind, document, outcome string }{
		{"line", `{"n": 3}`, `422 a line needs its parent "order", the id of an order`},
		{"line", `{"order": null}`, noOrder},
		{"line", `{"order": "order-9"}`, noOrder},
		{"role", `{"of": "order-1"}`, `422 a role needs its parent "who", the id of a person`},
		{"role", `{"of": "order-1", "who": ""}`,
			`404 its parent "who" must exist first, and there is no person with this id`},
		{"order", `{"id": "order-1"}`, "409 there is an order with this /id already"},
	} {
		_, err := s.creates(t, c.kind, c.document)
		require.Equal(t, c.outcome, outcome(t, nil, err), "%s %s", c.kind, c.document)
	}
	_, err = s.creates(t, "nothing", `{}`)
	require.EqualError(t, err, `resources.yaml has no kind "nothing"`)
}

// Update replaces members, but keeps the id, the parents, and lists that the new members lack.
func TestFuncsUpdateDocuments(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	update := func(kind, id, document string) string {
		object := objectOf(t, document)
		_, err := s.run(t, func(tx *engine.Tx) (any, error) { return nil, tx.Update(kind, id, object) })
		require.Equal(t, objectOf(t, document), object, "the argument is unchanged")
		if err != nil {
			return outcome(t, nil, err)
		}
		return s.get(t, kind, id)
	}
	const kept = `{"id":"order-1","lines":[{"id":"line-1","n":1},{"id":"line-2","n":2}],"name":"new"}`
	require.Equal(t, kept, update("order", "order-1", `{"name": "new", "id": "other"}`))
	require.Equal(t, `{"id":"order-1","lines":[{"id":"line-2","n":5},{"id":"line-4"}]}`,
		update("order", "order-1", `{"lines": [{"id": "line-2", "n": 5}, {}]}`))
	require.Equal(t, "404 there is no such line", s.get(t, "line", "line-1"))
	require.Equal(t, `{"id":"line-2","n":6}`, update("line", "line-2", `{"order": "order-2", "n": 6}`))
	require.Equal(t, `{"id":"order-1","lines":[{"id":"line-2","n":6},{"id":"line-4"}]}`,
		s.get(t, "order", "order-1"), "the line stays in its order")
	require.Equal(t, `{"id":"role-1"}`, update("role", "role-1", `{"of": "order-2", "who": "bob"}`))
	response, err := s.run(t, func(tx *engine.Tx) (any, error) {
		return tx.Find("role", map[string]any{"who": "ann", "of": "order-1"})
	})
	require.NoError(t, err)
	require.Equal(t, `[{"id":"role-1","of":"order-1","who":"ann"}]`, response)
	require.Equal(t, "404 there is no such order", update("order", "order-9", `{}`))
}

// Delete deletes the parts of a document, and updates the document that lists it.
func TestFuncsDeleteDocuments(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	remove := func(kind, id string) error {
		_, err := s.run(t, func(tx *engine.Tx) (any, error) { return nil, tx.Delete(kind, id) })
		return err
	}
	require.NoError(t, remove("line", "line-1"))
	require.Contains(t, s.get(t, "order", "order-1"), `"lines":[{"id":"line-2","n":2}]`)
	require.NoError(t, remove("order", "order-1"))
	require.Equal(t, "404 there is no such line", s.get(t, "line", "line-2"))
	require.Equal(t, "404 there is no such role", s.get(t, "role", "role-1"))
	require.Equal(t, "404 there is no such order", outcome(t, nil, remove("order", "order-1")))
}

// Number skips numbers that documents have.
func TestFuncsNumberDocuments(t *testing.T) {
	s := workshop(t)
	_, err := s.creates(t, "order", `{"number": "2"}`)
	require.NoError(t, err)
	response, err := s.run(t, func(tx *engine.Tx) (any, error) {
		var numbers []string
		for _, pointer := range []string{"/number", "/number", "/ticket"} {
			number, err := tx.Number("order", pointer)
			if err != nil {
				return nil, err
			}
			numbers = append(numbers, number)
		}
		return numbers, nil
	})
	require.NoError(t, err)
	require.Equal(t, `["1","3","4"]`, response)
}

// A func of a template gets a document with the ids of its parents, or what the step has found.
func TestFuncsRender(t *testing.T) {
	s := workshop(t)
	s.fill(t)
	var got []string
	s.do = func(tx *engine.Tx, document json.RawMessage) (any, error) {
		got = append(got, string(document))
		return map[string]any{"by": tx.Caller}, nil
	}
	for _, c := range []struct{ operation, request, got, response string }{
		{"orders.show", `{"name": "reader"}`,
			`{"id":"role-3","name":"reader","of":"order-2","who":"bob"}`, `{"by":"ann"}`},
		{"orders.show", `{"name": "nobody"}`, `null`, `{"by":"ann"}`},
		{"orders.all", `{}`,
			`{"id":"line-1","n":1,"order":"order-1"} {"id":"line-2","n":2,"order":"order-1"} ` +
				`{"id":"line-3","n":1,"order":"order-2"}`,
			`[{"by":"ann"},{"by":"ann"},{"by":"ann"}]`},
		{"orders.together", `{}`,
			`[{"id":"line-1","n":1},{"id":"line-2","n":2},{"id":"line-3","n":1}]`, `{"by":"ann"}`},
	} {
		got = nil
		response, err := s.call(t, c.operation, c.request, "")
		require.NoError(t, err, c.operation)
		require.Equal(t, c.got, strings.Join(got, " "), c.operation)
		require.Equal(t, c.response, string(response), c.operation)
	}
	calls := 0
	s.do = func(*engine.Tx, json.RawMessage) (any, error) {
		calls++
		if calls == 1 {
			return "fine", nil
		}
		return nil, fmt.Errorf("failure %d", calls)
	}
	_, err := s.call(t, "orders.all", `{}`, "")
	require.EqualError(t, err, "failure 2", "the first error is that of the call")
}

// A response that is not JSON is an error, and undoes the call.
func TestFuncsRespondWithJSON(t *testing.T) {
	s := workshop(t)
	_, err := s.run(t, func(tx *engine.Tx) (any, error) {
		return func() {}, tx.Create("order", map[string]any{"id": "order-1"})
	})
	require.EqualError(t, err, "the response of orders.do is not JSON")
	require.Equal(t, "404 there is no such order", s.get(t, "order", "order-1"))
}

// A document that is not JSON is not stored.
func TestFuncsStoreJSON(t *testing.T) {
	s := workshop(t)
	_, err := s.run(t, func(tx *engine.Tx) (any, error) {
		return nil, tx.Create("order", map[string]any{"id": "order-1", "f": func() {}})
	})
	require.EqualError(t, err, "json: unsupported type: func()")
	require.Equal(t, "404 there is no such order", s.get(t, "order", "order-1"))
}
