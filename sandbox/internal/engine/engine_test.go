package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
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

// A list without pages is limited; counting is not.
func TestLongLists(t *testing.T) {
	text, err := os.ReadFile("../../testdata/notes/operations.yaml")
	require.NoError(t, err)
	counted := strings.Replace(string(text), "      remove:", "      count: {summary: Counts., effect: read, response: {fields: {n: integer, any: boolean}}}\n      remove:", 1)
	s := open(t, folderOf(t, counted, `
resources: 1
kinds: {note: {}}
operations:
  notes.list: {list: note, by: {/author: /author}}
  notes.count: {list: note, response: {n: {$count: true}, any: {$exists: true}}}
`))
	require.NoError(t, s.store.Update(t.Context(), "w", func(tx store.Tx) error {
		for i := range 10_001 {
			if err := s.engine.Insert(tx, noon, "note", map[string]any{"author": fmt.Sprint(i % 2)}); err != nil {
				return err
			}
		}
		return nil
	}))
	_, err = s.call(t, "notes.list", `{}`, "")
	require.Contains(t, outcome(t, nil, err), "there are more than 10000 documents of the kind note, too many for a response; request a page, or select fewer")
	response, err := s.call(t, "notes.count", `{}`, "")
	require.NoError(t, err)
	require.JSONEq(t, `{"n": 10001, "any": true}`, string(response))
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
      drop: {fields: {id: integer}, response: none}
`, `
resources: 1
kinds: {order: {children: {/lines: line}}, line: {parents: [order]}, label: {}}
operations:
  orders.add: {create: order, merge: {lines: [{}, {}]}, response: {number: /id}}
  orders.get: {read: order, by: {/id: /number}}
  orders.label: {create: label}
  orders.drop: {delete: label, by: {/id: /id}}
`))
	for _, call := range []struct{ operation, request, response string }{
		{"orders.add", `{}`, `{"number":1}`},
		{"orders.get", `{"number":1}`, `{"lines":[{"id":1},{"id":2}]}`},
		{"orders.label", `{}`, `{"id":"1"}`},
		{"orders.drop", `{"id":1}`, ``},
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
