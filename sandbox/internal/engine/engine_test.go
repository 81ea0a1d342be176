package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/internal/engine"
	"example.com/opgen/sandbox/store"
)

const notes = "../../testdata/notes"

// folderOf returns a folder with a catalog and resources.
func folderOf(t *testing.T, operations, resources string) string {
	folder := t.TempDir()
	require.NoError(t,
		os.WriteFile(filepath.Join(folder, "operations.yaml"), []byte(operations), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "resources.yaml"), []byte(resources), 0o600))
	return folder
}

// A list without pages is limited; a page and counting are not.
func TestLongLists(t *testing.T) {
	text, err := os.ReadFile("../../testdata/notes/operations.yaml")
	require.NoError(t, err)
	const further = `
      count: {effect: read, response: {fields: {n: integer, any: boolean}}}
      page:
        effect: read
        fields: {page: integer, size: integer}
        pagination: {page: page, size: size, items: ids}
        response: {fields: {ids: [string]}}
      remove:`
	s := open(t, folderOf(t, strings.Replace(string(text), "\n      remove:", further, 1), `
resources: 1
kinds: {note: {}}
operations:
  notes.list: {list: note, by: {/author: /author}}
  notes.count: {list: note, response: {n: {$count: true}, any: {$exists: true}}}
  notes.page: {list: note, response: {ids: [/id]}}
`))
	insert := func(notes int) {
		require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
			for i := range notes {
				note := map[string]any{"author": fmt.Sprint(i % 2)}
				if err := s.engine.Insert(tx, noon, "note", note); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	insert(10_000)
	_, err = s.call(t, "notes.list", `{}`, "")
	require.NoError(t, err)
	insert(5)
	_, err = s.call(t, "notes.list", `{}`, "")
	require.Contains(t, outcome(t, nil, err), "there are more than 10000 documents of the kind note, "+
		"too many for a response; request a page, or select fewer")
	response, err := s.call(t, "notes.count", `{}`, "")
	require.NoError(t, err)
	require.JSONEq(t, `{"n": 10005, "any": true}`, string(response))
	response, err = s.call(t, "notes.page", `{"size": 10003}`, "")
	require.NoError(t, err)
	require.Equal(t, 10_003, strings.Count(string(response), "note-"))
	_, err = s.call(t, "notes.list", `{"author": "1"}`, "")
	require.NoError(t, err)
}

// A new id has the type that responses have, also in templates and among children.
func TestIDsFitResponses(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
records:
  Line: {fields: {id: {type: integer, required: true}}}
areas:
  orders:
    operations:
      add: {fields: {lines: [Line]}, response: {fields: {number: {type: integer, required: true}}}}
      get: {fields: {number: integer}, response: {fields: {lines: [Line]}}}
      label: {response: {fields: {id: string}}}
      fill: {fields: {labels: [object]}}
      drop: {fields: {id: integer}, response: none}
`, `
resources: 1
kinds: {order: {children: {/lines: line}}, line: {parents: [order]}, label: {}}
operations:
  orders.add: {create: order, merge: {lines: [{}, {}]}, response: {number: /id}}
  orders.get: {read: order, by: {/id: /number}}
  orders.label: {create: label}
  orders.fill: {each: /labels, create: label}
  orders.drop: {delete: label, by: {/id: /id}}
`))
	for _, call := range []struct{ operation, request, response string }{
		{"orders.add", `{}`, `{"number":1}`},
		{"orders.get", `{"number":1}`, `{"lines":[{"id":1},{"id":2}]}`},
		{"orders.label", `{}`, `{"id":"1"}`},
		{"orders.drop", `{"id":1}`, ``},
		{"orders.fill", `{"labels":[{},{},{},{},{},{},{},{},{}]}`, ``},
		{"orders.label", `{}`, `{"id":"11"}`},
	} {
		response, err := s.call(t, call.operation, call.request, "")
		require.NoError(t, err, call.operation)
		if call.response != "" {
			require.Equal(t, call.response, string(response), call.operation)
		}
	}
}

// If requests have ids of two types, new ids have the same type after each start.
func TestIDsOfTwoForms(t *testing.T) {
	folder := folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations:
      add: {}
      cancel: {fields: {order_id: integer}}
      close: {fields: {order_id: {type: string, format: uuid}}}
`, `
resources: 1
kinds: {order: {}}
operations:
  orders.add: {create: order}
  orders.cancel: {delete: order, by: {/id: /order_id}}
  orders.close: {delete: order, by: {/id: /order_id}}
`)
	for range 50 {
		response, err := open(t, folder).call(t, "orders.add", `{}`, "")
		require.NoError(t, err)
		require.Equal(t, `{"id":1}`, string(response))
	}
}

// The first form of ids decides, and integers that are shown as texts are digits.
func TestFirstFormOfIDs(t *testing.T) {
	for _, c := range []struct{ first, second, shown, response string }{
		{"{type: string, format: uuid}", "integer", "any", `{"id":"3eeb7e96-0000-8000-8000-000000000001"}`},
		{"integer", "{type: string, format: uuid}", "any", `{"id":1}`},
		{"integer", "integer", "{fields: {id: string}}", `{"id":"1"}`},
		{"[integer]", "string", "any", `{"id":1}`},
		{"[string]", "string", "any", `{"id":"order-1"}`},
		{`{type: [string], join: "-"}`, "string", "any", `{"id":"order-1"}`},
		{"number", "string", "any", `{"id":"order-1"}`},
	} {
		folder := folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations:
      add: {response: `+c.shown+`}
      cancel: {fields: {order_id: `+c.first+`}}
      close: {fields: {order_id: `+c.second+`}}
`, `
resources: 1
kinds: {order: {}}
operations:
  orders.add: {create: order}
  orders.cancel: {delete: order, by: {/id: /order_id}}
  orders.close: {delete: order, by: {/id: /order_id}}
`)
		response, err := open(t, folder).call(t, "orders.add", `{}`, "")
		require.NoError(t, err)
		require.Equal(t, c.response, string(response), "%v", c)
	}
}

// A new id is valid in requests, if any form of ids is.
func TestIDsFitRequests(t *testing.T) {
	for constraint, id := range map[string]string{
		"":                                "line_item-1",
		"max_length: 20":                  "line_item-1",
		"max_length: 12":                  "lineitem1", // room for four digits
		"max_length: 4":                   "1",
		"min_length: 12":                  "line_item-00000001",
		"min_length: 11, max_length: 12":  "000000000001",
		`pattern: "^[a-z0-9_]+$"`:         "line_item_1",
		`pattern: "^[a-z0-9]{24,}$"`:      "lineitem0000000000000001",
		`pattern: "^[0-9]{8}$"`:           "00000001",
		`pattern: "^[0-9]{12}$"`:          "000000000001",
		`pattern: "^[0-9]{16}$"`:          "0000000000000001",
		`pattern: "^[0-9]{20}$"`:          "00000000000000000001",
		`pattern: "^[0-9]{24}$"`:          "000000000000000000000001",
		`pattern: "^[0-9]{26}$"`:          "00000000000000000000000001",
		`pattern: "^[0-9A-F]{32}$"`:       "00000000000000000000000000000001",
		`pattern: "^[0-9a-f-]{36}$"`:      "4a9beef4-0000-8000-8000-000000000001",
		`pattern: "^$", non_blank: false`: "line_item-1", // no form is valid
	} {
		folder := folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations:
      add: {}
      get: {effect: read, fields: {id: {type: string, required: true}}}
      drop: {fields: {item: {type: string, `+constraint+`}}}
`, `
resources: 1
kinds: {line_item: {}}
operations:
  orders.add: {create: line_item}
  orders.get: {read: line_item, by: {/id: /id}}
  orders.drop: {delete: line_item, by: {/id: /item}}
`)
		response, err := open(t, folder).call(t, "orders.add", `{}`, "")
		require.NoError(t, err, constraint)
		require.Equal(t, `{"id":"`+id+`"}`, string(response), constraint)
	}
}

// A read without a selection fails like any other if there is no document.
func TestReadOfNone(t *testing.T) {
	text, err := os.ReadFile("../../testdata/notes/operations.yaml")
	require.NoError(t, err)
	required := strings.Replace(string(text), "      id: string\n",
		"      id: {type: string, required: true}\n", 1)
	folder := folderOf(t, required,
		"resources: 1\nkinds: {note: {}}\noperations: {notes.get: {read: note}}\n")
	_, err = open(t, folder).call(t, "notes.get", `{"note_id":"x"}`, "")
	require.EqualError(t, err, "404 No such note")
}

// A constant in a response can be null.
func TestNullInResponses(t *testing.T) {
	folder := folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  totals:
    operations:
      get: {response: {fields: {total: {type: integer, required: true, nullable: true}, note: string}}}
`, "resources: 1\noperations: {totals.get: {class: canned, response: {total: null, note: null}}}\n")
	response, err := open(t, folder).call(t, "totals.get", `{}`, "")
	require.NoError(t, err)
	require.Equal(t, `{"total":null}`, string(response))
}

// A failed call has no effect, and its key can be used again.
func TestKeysOfFailures(t *testing.T) {
	s := open(t, notes)
	remove := func() error {
		_, err := s.call(t, "notes.remove", `{"note_id":"note-1"}`, "k")
		return err
	}
	require.Equal(t, 404, status(t, remove()))
	_, err := s.call(t, "notes.add", `{"author":"ann","text":"x"}`, "")
	require.NoError(t, err)
	require.NoError(t, remove())
	require.NoError(t, remove(), "the response is repeated")
}

func status(t testing.TB, err error) int {
	t.Helper()
	p, ok := errors.AsType[*api.Problem](err)
	require.True(t, ok, "%v", err)
	return p.Status
}

// The same calls give the same ids in every store.
func TestIDsAreTheSame(t *testing.T) {
	s, other := open(t, notes), open(t, notes)
	for range 3 {
		one, err := s.call(t, "notes.add", `{"author":"ann","text":"x"}`, "")
		require.NoError(t, err)
		two, err := other.call(t, "notes.add", `{"author":"ann","text":"x"}`, "")
		require.NoError(t, err)
		require.Equal(t, string(one), string(two))
	}
	// Ids that are in use are skipped.
	require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		return s.engine.Insert(tx, noon, "note", map[string]any{"id": "note-4"})
	}))
	one, err := s.call(t, "notes.add", `{"author":"ann","text":"x"}`, "")
	require.NoError(t, err)
	require.Equal(t, `{"id":"note-5"}`, string(one))
}

// Problems name kinds and members, but no values.
func TestProblemsHoldNoValues(t *testing.T) {
	const canary = "CANARY"
	s := open(t, notes)
	for operation, body := range map[string]string{
		"notes.get":    `{"note_id":"CANARY"}`,
		"notes.remove": `{"note_id":"CANARY"}`,
		"notes.change": `{"note":{"id":"CANARY","text":"CANARY"}}`,
	} {
		_, err := s.call(t, operation, body, "")
		p, ok := errors.AsType[*api.Problem](err)
		require.True(t, ok)
		require.NotContains(t, string(p.AppendJSON(nil)), canary)
	}
}

// Cursors are those of an epoch. The start of a list is the same in each.
func TestCursorsOfEpochs(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations:
      add: {}
      list:
        effect: read
        fields: {after: integer, size: integer}
        pagination: {cursor: after, next: next, items: ids, size: size}
        response: {fields: {ids: [string], next: integer}}
      begin:
        effect: read
        fields: {size: integer}
        pagination: {cursor: after, next: next, items: ids, size: size, continue: go_on}
        response: {fields: {ids: [string], next: integer}}
      go_on: {effect: read, fields: {after: {type: integer, required: true}}, response: {fields: {ids: [string], next: integer}}}
`, `
resources: 1
kinds: {order: {}}
operations:
  orders.add: {create: order}
  orders.list: {list: order, response: {ids: [/id]}}
  orders.begin: {list: order, response: {ids: [/id]}}
  orders.go_on: {list: order, response: {ids: [/id]}}
`))
	for range 2 {
		_, err := s.call(t, "orders.add", `{}`, "")
		require.NoError(t, err)
	}
	const refused = "422 no list of this world has this cursor, or it has expired; start with the first page; " +
		"/after must be the cursor of a page (format)"
	for _, c := range []struct {
		epoch                       int64
		operation, request, outcome string
	}{
		{3, "orders.list", `{"size": 1}`, `{"ids":["order-1"],"next":12884901889}`},
		{3, "orders.list", `{"size": 1, "after": 12884901889}`, `{"ids":["order-2"]}`},
		{3, "orders.list", `{"size": 1, "after": 12884901888}`, `{"ids":["order-1"],"next":12884901889}`},
		{2, "orders.list", `{"size": 1, "after": 12884901889}`, refused},
		{4, "orders.list", `{"size": 1, "after": 12884901889}`, refused},
		{3, "orders.list", `{"size": 1, "after": 0}`, `{"ids":["order-1"],"next":12884901889}`},
		{3, "orders.list", `{"size": 1, "after": 1}`, refused},
		{0, "orders.list", `{"size": 1, "after": 1}`, `{"ids":["order-2"]}`},
		{3, "orders.begin", `{"size": 1}`, `{"ids":["order-1"],"next":12884901889}`},
		{3, "orders.go_on", `{"after": 12884901889}`, `{"ids":["order-2"]}`},
		{2, "orders.go_on", `{"after": 12884901889}`, refused},
		{engine.MaxEpoch, "orders.list", `{"size": 1}`, `{"ids":["order-1"],"next":9007194959773697}`},
		{engine.MaxEpoch, "orders.list", `{"after": 9007194959773697}`, `{"ids":["order-2"]}`},
	} {
		call := &engine.Call{Now: noon, Request: json.RawMessage(c.request), Epoch: c.epoch}
		response, err := s.serve(t, s.operations[c.operation].Operation, call)
		require.Equal(t, c.outcome, outcome(t, response, err), "%d %s %s", c.epoch, c.operation, c.request)
	}
}

// An unknown caller is a missing value, and the time is in UTC.
func TestCallersAndTimes(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas: {orders: {operations: {add: {response: any}, mine: {response: any}, known: {response: any}}}}
`, `
resources: 1
kinds: {order: {}}
operations:
  orders.add: {create: order, set: {/by: $caller, /at: $now}}
  orders.mine: {list: order, by: {/by: $caller}, response: [/id]}
  orders.known: {create: order, when: {$caller: $given}, response: {by: $caller, made: {$exists: true}}}
`))
	at := time.Date(2030, 1, 2, 3, 4, 5, 600, time.FixedZone("", 3600))
	for _, c := range []struct{ operation, caller, response string }{
		{"orders.add", "", `{"at":"2030-01-02T02:04:05.0000006Z","id":"order-1"}`},
		{"orders.add", "bob", `{"at":"2030-01-02T02:04:05.0000006Z","by":"bob","id":"order-2"}`},
		{"orders.mine", "bob", `["order-2"]`},
		{"orders.mine", "ann", `[]`},
		{"orders.mine", "", `["order-1","order-2"]`},
		{"orders.known", "", `{"made":false}`},
		{"orders.known", "bob", `{"by":"bob","made":true}`},
	} {
		call := &engine.Call{Caller: c.caller, Now: at, Request: json.RawMessage(`{}`)}
		response, err := s.serve(t, s.operations[c.operation].Operation, call)
		require.NoError(t, err)
		require.Equal(t, c.response, string(response), "%s by %q", c.operation, c.caller)
	}
}

// Only calls that may change something need a transaction that writes.
func TestWhichCallsWrite(t *testing.T) {
	s := open(t, folderOf(t, `
catalog: 1
info: {title: T, version: v1, package: shop}
path: /{operation}
areas:
  orders:
    operations: {read: {}, list: {}, canned: {}, ensure: {}, update: {}, delete: {}, create: {}, both: {}, do: {}}
`, `
resources: 1
kinds: {order: {}}
operations:
  orders.read: {read: order}
  orders.list: {list: order}
  orders.canned: {class: canned, response: none}
  orders.ensure: {read: order, by: {/name: x}, missing: create}
  orders.update: {update: order, by: all}
  orders.delete: {delete: order, by: all}
  orders.create: {create: order}
  orders.both: {steps: [{read: order}, {create: order}, {list: order}]}
  orders.do: {func: do}
`))
	writes := map[string]bool{
		"read": false, "list": false, "canned": false, "ensure": true, "update": true, "delete": true,
		"create": true, "both": true, "do": true,
	}
	for name, want := range writes {
		op := s.operations["orders."+name].Operation
		require.Equal(t, want, s.engine.Writes(op, &engine.Call{}), name)
		require.True(t, s.engine.Writes(op, &engine.Call{Key: "k"}), name)
	}
}

// A change is one version of each document that it is seen in.
func TestChangesAreVersions(t *testing.T) {
	s := workshop(t)
	version := func(kind, id string) (version int64) {
		require.NoError(t, s.store.View(t.Context(), "w", func(tx store.Tx) error {
			doc, err := tx.Get(store.Key{Kind: kind, ID: id})
			version = doc.Version
			return err
		}))
		return version
	}
	update := func(kind, id, document string) {
		_, err := s.run(t, func(tx *engine.Tx) (any, error) {
			return nil, tx.Update(kind, id, objectOf(t, document))
		})
		require.NoError(t, err)
	}
	_, err := s.creates(t, "order", `{"name": "one"}`)
	require.NoError(t, err)
	require.Equal(t, int64(1), version("order", "order-1"))
	update("order", "order-1", `{"name": "two"}`)
	require.Equal(t, int64(2), version("order", "order-1"))
	update("order", "order-1", `{"lines": [{"n": 1}, {"n": 2}]}`)
	require.Equal(t, int64(3), version("order", "order-1"))
	require.Equal(t, int64(1), version("line", "line-1"))
	update("line", "line-1", `{"n": 3}`)
	require.Equal(t, int64(4), version("order", "order-1"))
	require.Equal(t, int64(2), version("line", "line-1"))
	require.Equal(t, int64(1), version("line", "line-2"))
}

// A document that is not JSON stops the call, and the message names its kind.
func TestDamagedDocuments(t *testing.T) {
	s := open(t, notes)
	require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		return tx.Insert(&store.Document{Key: store.Key{Kind: "note", ID: "a"}, Body: json.RawMessage("{")})
	}))
	require.PanicsWithError(t,
		"a document of the kind note in the store is damaged: unexpected EOF",
		func() { _, _ = s.call(t, "notes.change", `{"note":{"id":"a"}}`, "") })
}
