package catalog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A remedy does not change what is sent. If the format cannot express it, the message says so.
func TestARemedyKeepsTheWire(t *testing.T) {
	const cannot = "the format cannot express"
	for _, c := range []struct {
		path, records, areas string
		want                 string // in the one message
		never                string // in no message
	}{
		{areas: `files: {operations: {list_folder/continue: {}}}`, want: `if this one is sent, write it in the "path"`, never: "list_folder_continue"},
		{areas: `files: {operations: {users.list: {}}}`, want: `if this one is sent, write it in the "path"`, never: "users_list"},
		{areas: `users.list: {operations: {users.list: {path: /users.list}}}`, path: "/{operation}", want: `if this one is sent, write it in the "path"`},
		{areas: `my files: {operations: {list: {}}}`, want: `if this one is sent, write it in the "path"`, never: "my_files"},
		{path: "/{operation}", areas: `my files: {operations: {list: {}}}`, want: `if this one is sent, write it in the "path"`},
		{areas: `files: {operations: {` + strings.Repeat("x", 101) + `: {}}}`, want: `if this one is sent, write it in the "path"`, never: "shorten"},
		{areas: `files: {operations: {list: {fields: {"a\tb": string}}}}`, want: cannot, never: "rename"},
		{areas: `files: {operations: {list: {fields: {` + strings.Repeat("x", 257) + `: string}}}}`, want: cannot, never: "shorten"},
		{areas: `files: {operations: {list: {fields: {a: "[[string]]"}}}}`, want: "without quotes", never: "did you mean"},
		{areas: `files: {operations: {list: {fields: {a: "{string: string}"}}}}`, want: "without quotes", never: "did you mean"},
		{areas: `files: {operations: {list: {fields: {a: {type: {integer: string}}}}}}`, want: "write {string: T}"},
		{areas: `files: {operations: {list: {fields: {a: "string[]"}}}}`, want: "[T] for an array", never: "did you mean"},
		{areas: `files: {operations: {list: {fields: {a: list}}}}`, want: "[T] for an array"},
		{areas: `files: {operations: {list: {response: "string[]"}}}`, want: "[T] for an array"},
		{areas: `files: {operations: {list: {response: map}}}`, want: "{string: T} for a map"},
		{areas: `files: {operations: {list: {fields: {a: {map: string}}}}}`, want: "write the type as {string: T}"},
		{areas: `files: {operations: {list: {response: {map: string}}}}`, want: "write the type as {string: T}"},
		{areas: `files: {operations: {list: {response: {oneOf: [A]}}}}`, want: `write a union under "unions"`},
		{records: `A: {oneOf: [B]}`, areas: `files: {operations: {list: {}}}`, want: `write a union under "unions"`},
		{areas: `files: {operations: {list: {fields: {a: {type: string, pattern: [a-z]}}}}}`, want: "quote a text that starts with ["},
		{areas: `files: {operations: {list: {fields: {a: {type: string, pattern: *.a}}}}}`, want: "quote a text that starts with *"},
		{areas: `example: {operations: {list: {}}}`, want: "write go: {name: ...} on an area, or another info.package"},
		{areas: `files: {operations: {list: {fields: {c: string}, pagination: {cursor: after, next: /n}, response: {fields: {n: string}}}}}`, want: `write "c"`},
		{records: `M: {fields: {next: string}}`, areas: `files: {operations: {list: {fields: {c: string}, pagination: {cursor: c, next: $.m.next}, response: {fields: {m: M}}}}}`, want: `a member of a member is "/NAME/NAME"`},
		{records: `A: {fields: {a: {type: A, required: true}}}`, areas: `files: {operations: {list: {}}}`, want: "must be optional"},
		{path: "/{operation}", areas: "a: {operations: {list: {}}}\n  b: {operations: {list: {}}}", want: `write the "path" that the service has`, never: "rename"},
		{areas: `files: {operations: {list: {path: /a//b}}}`, want: "cannot express", never: "one slash"},
		{path: "/a//{operation}", areas: `files: {operations: {list: {}}}`, want: "cannot express", never: "one slash"},
		{path: "/a b/{operation}", areas: `files: {operations: {list: {}}}`, want: "cannot express"},
		{path: "/{operation}?x", areas: `files: {operations: {list: {}}}`, want: "cannot express"},
		{areas: `files: {operations: {list: {fields: {p: {type: integer, required: true}, s: integer}, pagination: {page: p, size: s}}}}`, want: cannot, never: `delete "required"`},
		{areas: `files: {operations: {list: {fields: {p: string, s: integer}, pagination: {page: p, size: s}}}}`, want: cannot, never: "make it one"},
	} {
		text := "catalog: 1\ninfo: {title: T, version: v1, package: example}\npath: " + c.path + "\n"
		if c.path == "" {
			text = strings.Replace(text, "path: ", `path: "/{area}/{operation}"`, 1)
		} else {
			text = strings.Replace(text, c.path, `"`+c.path+`"`, 1)
		}
		if c.records != "" {
			text += "records:\n  " + c.records + "\n"
		}
		problems := check(Parse("x.yaml", []byte(text+"areas:\n  "+c.areas+"\n")))
		require.NotEmpty(t, problems, c.areas)
		for _, p := range problems {
			require.Contains(t, p.Message, c.want, c.areas)
			if c.never != "" {
				_, remedy, _ := strings.Cut(p.Message, ";")
				require.NotContains(t, remedy, c.never, c.areas)
			}
		}
	}
}
