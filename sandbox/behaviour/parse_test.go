package behaviour_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
)

var update = flag.Bool("update", false, "write the goldens anew")

func load(t testing.TB, path string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load(path)
	require.NoError(t, err)
	return c
}

// The behaviour of the notes, with all that the file leaves out.
func TestLoad(t *testing.T) {
	c := load(t, "../testdata/notes/operations.yaml")
	b, err := behaviour.Load(c, "../testdata/notes/resources.yaml")
	require.NoError(t, err)
	require.Len(t, b.Kinds, 1)
	note := b.Kinds[0]
	require.Equal(t, "/id", note.ID)
	require.Equal(t, []string{"/author"}, note.Indexed)
	request := func(pointer string) behaviour.Value {
		return behaviour.Value{Source: behaviour.Request, Pointer: pointer}
	}
	add := b.Operations["notes.add"]
	require.Same(t, c.Areas[0].Operations[0], add.Operation)
	require.Equal(t, behaviour.Stateful, add.Class)
	require.Equal(t, []*behaviour.Step{{
		Verb: behaviour.Create, Kind: note, Missing: behaviour.Fail, Merge: &behaviour.Value{Source: behaviour.Request},
		Set: []behaviour.Member{{Pointer: "/written", Value: behaviour.Value{Source: behaviour.Now}}},
	}}, add.Steps)
	require.Equal(t, &behaviour.Template{Object: []behaviour.TemplateMember{
		{Name: "id", Value: &behaviour.Template{Value: &behaviour.Value{Source: behaviour.Result, Pointer: "/id"}}},
	}}, add.Response)
	change := b.Operations["notes.change"].Steps[0]
	require.Equal(t, []behaviour.Match{{{Pointer: "/id", Value: request("/note/id")}}}, change.By)
	merge := request("/note")
	require.Equal(t, &merge, change.Merge)
	list := b.Operations["notes.list"]
	require.Equal(t, behaviour.Match{{Pointer: "/author", Value: request("/author")}}, list.Steps[0].Where)
	require.Empty(t, list.Steps[0].By)
	require.Nil(t, list.Response)

	_, err = behaviour.Load(c, filepath.Join(t.TempDir(), "resources.yaml"))
	require.ErrorContains(t, err, `begins with "resources: 1"`)
}

// parse reads a file for the catalog in testdata. The schema accepts files without problems.
func parse(t testing.TB, text string) (*behaviour.Behaviour, error) {
	t.Helper()
	text = "resources: 1\n" + text
	b, err := behaviour.Parse(load(t, "testdata/catalog.yaml"), "resources.yaml", []byte(text))
	if err == nil {
		require.NoError(t, validate(t, []byte(text)))
	}
	return b, err
}

// operation reads one operation on customers.
func operation(t *testing.T, text string) *behaviour.Operation {
	t.Helper()
	b, err := parse(t, "kinds: {customer: {}, phone: {parents: [customer]}}\noperations:\n  "+text+"\n")
	require.NoError(t, err)
	require.Len(t, b.Operations, 1)
	for _, op := range b.Operations {
		return op
	}
	return nil
}

func TestValues(t *testing.T) {
	op := operation(t, `customers.add: {create: customer, set: {/a: /name, /b: $request/paid/number, /c: $request, /d: $caller, /e: $number,
    /f: text, /g: 1.50, /h: null, /i: {$constant: /x}, /j: {a: [true]}, /k: /options/any/number, /l: /more/a/b, /m: /phones/0/kind, /n: ""}}`)
	type value = behaviour.Value
	want := []value{
		{Source: behaviour.Request, Pointer: "/name"}, {Source: behaviour.Request, Pointer: "/paid/number"}, {Source: behaviour.Request},
		{Source: behaviour.Caller}, {Source: behaviour.Number}, {Constant: "text"}, {Constant: json.Number("1.50")}, {}, {Constant: "/x"},
		{Constant: map[string]any{"a": []any{true}}}, {Source: behaviour.Request, Pointer: "/options/any/number"},
		{Source: behaviour.Request, Pointer: "/more/a/b"}, {Source: behaviour.Request, Pointer: "/phones/0/kind"}, {Constant: ""},
	}
	require.Len(t, op.Steps[0].Set, len(want))
	for i, m := range op.Steps[0].Set {
		require.Equal(t, "/"+string(rune('a'+i)), m.Pointer)
		require.Equal(t, want[i], m.Value, m.Pointer)
	}
}

// A step with each merges the item, if it can be an object.
func TestEach(t *testing.T) {
	op := operation(t, `customers.add: {steps: [{create: phone, parent: {customer: /name}, each: /phones}, {create: customer, each: /tags, set: {/tag: $item}}, {create: customer}]}`)
	require.Equal(t, &behaviour.Value{Source: behaviour.Item}, op.Steps[0].Merge)
	require.Equal(t, &behaviour.Value{Source: behaviour.Request, Pointer: "/phones"}, op.Steps[0].Each)
	require.Equal(t, map[string]behaviour.Value{"customer": {Source: behaviour.Request, Pointer: "/name"}}, op.Steps[0].Parents)
	require.Nil(t, op.Steps[1].Merge)
	require.Equal(t, &behaviour.Value{Source: behaviour.Request}, op.Steps[2].Merge)
}

func TestKinds(t *testing.T) {
	b, err := parse(t, `kinds:
  customer: {id: /number, unique: [/name], children: {/phones: phone}}
  phone: {parents: [customer], unique: []}
  group:
  member: {parents: {who: customer, of: group}}
  country: {free: true}
operations:
  customers.get: {read: customer, by: [{/number: /customer_id}, {/phones/email: /email}]}
  customers.list: {list: customer, by: {/name: /name}, order: /age}
  customers.join: {link: member, parent: {who: /customer_id, of: /group_id}}
`)
	require.NoError(t, err)
	customer, phone, group, member, country := b.Kinds[0], b.Kinds[1], b.Kinds[2], b.Kinds[3], b.Kinds[4]
	require.Equal(t, []string{"/age", "/name", "/phones/email"}, customer.Indexed, "not the id, which is the key")
	require.Equal(t, "/number", customer.ID)
	require.Same(t, phone, customer.Children["/phones"])
	require.Same(t, customer, phone.Parents["customer"])
	require.NotNil(t, phone.Unique, "there is one for the same parents")
	require.Nil(t, group.Unique)
	require.Same(t, customer, member.Parents["who"])
	require.Same(t, group, member.Parents["of"])
	require.True(t, country.Free)
	require.Len(t, b.Operations["customers.get"].Steps[0].By, 2)
}

func TestAnswers(t *testing.T) {
	result := func(pointer string) *behaviour.Value {
		return &behaviour.Value{Source: behaviour.Result, Pointer: pointer}
	}
	yes := true
	op := operation(t, `customers.count: {list: customer, response: {count: {$count: true}, found: {$exists: true}, names: {$distinct: /name}, by_state: {$group: /state, $of: {id: /id}}}}`)
	require.Equal(t, []behaviour.TemplateMember{
		{Name: "count", Value: &behaviour.Template{Count: true}},
		{Name: "found", Value: &behaviour.Template{Exists: &yes}},
		{Name: "names", Value: &behaviour.Template{Distinct: result("/name")}},
		{Name: "by_state", Value: &behaviour.Template{Group: result("/state"), Of: &behaviour.Template{Object: []behaviour.TemplateMember{{Name: "id", Value: &behaviour.Template{Value: result("/id")}}}}}},
	}, op.Response.Object)
	op = operation(t, `customers.list: {list: customer, response: [$result]}`)
	require.Equal(t, &behaviour.Template{List: &behaviour.Template{Value: result("")}}, op.Response)
	op = operation(t, `customers.open: {create: customer, response: none}`)
	require.Equal(t, &behaviour.Template{Nothing: true}, op.Response)
	op = operation(t, `customers.drop: {delete: customer, by: {/id: /customer_id}}`)
	require.Equal(t, &behaviour.Template{Nothing: true}, op.Response, "the response is none")
	require.True(t, operation(t, `customers.drop: {class: canned}`).Response.Nothing)
	op = operation(t, `customers.label: {class: canned, response: Thanks}`)
	require.Equal(t, &behaviour.Template{Value: &behaviour.Value{Constant: "Thanks"}}, op.Response)
	require.Equal(t, behaviour.Canned, op.Class)
	require.Empty(t, op.Steps)
	require.Equal(t, "import", operation(t, `customers.open: {func: import}`).Func)
}

// positions returns problems as the cases state them: place and id, since a message may
// be worded better any day.
func positions(err error) string {
	problems, _ := err.(catalog.Problems)
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintf(&b, "%d:%d %s", p.Pos.Line, p.Pos.Col, p.ID)
		if p.Other != nil {
			fmt.Fprintf(&b, " other %d:%d", p.Other.Line, p.Other.Col)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestProblems runs the cases in testdata/problems: NAME.yaml is a file for the catalog
// in testdata, and NAME.want lists its problems.
func TestProblems(t *testing.T) {
	archives, err := filepath.Glob("testdata/problems/*.txtar")
	require.NoError(t, err)
	c := load(t, "testdata/catalog.yaml")
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		wants := map[string]string{}
		for _, f := range archive.Files {
			wants[f.Name] = string(f.Data)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, ".yaml")
			if !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				b, err := behaviour.Parse(c, f.Name, f.Data)
				require.Error(t, err)
				require.Nil(t, b)
				if testing.Verbose() {
					t.Log("\n" + err.Error())
				}
				require.NotContains(t, err.Error(), "%!")
				if !*update {
					require.Equal(t, wants[name+".want"], positions(err), "%s; go test -C sandbox ./behaviour -update writes the cases anew\n%s", path, err)
				}
				out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(positions(err))})
			})
		}
		if *update {
			require.NoError(t, os.WriteFile(path, txtar.Format(out), 0o644))
		}
	}
}
