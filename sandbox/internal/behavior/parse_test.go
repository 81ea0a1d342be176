package behavior_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
)

var update = flag.Bool("update", false, "write the goldens anew")

func load(t testing.TB, path string) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Load(path)
	require.NoError(t, err)
	return c
}

// The behavior of the notes, with all that the file leaves out.
func TestDefaultsAreFilledIn(t *testing.T) {
	c := load(t, "../../testdata/notes/operations.yaml")
	b, err := behavior.Load(c, "../../testdata/notes/resources.yaml")
	require.NoError(t, err)
	require.Len(t, b.Kinds, 1)
	note := b.Kinds[0]
	require.Equal(t, "/id", note.ID)
	require.Equal(t, []string{"/author"}, note.Indexed)
	request := func(pointer string) behavior.Value {
		return behavior.Value{Source: behavior.Request, Pointer: pointer}
	}
	add := b.Operations["notes.add"]
	require.Same(t, c.Areas[0].Operations[0], add.Operation)
	require.Equal(t, behavior.Stateful, add.Class)
	require.Equal(t, []*behavior.Step{{
		Verb: behavior.Create, Kind: note, Missing: behavior.Fail, Merge: &behavior.Value{Source: behavior.Request},
		Set: []behavior.Member{{Pointer: "/written", Value: behavior.Value{Source: behavior.Now}}},
	}}, add.Steps)
	require.Equal(t, &behavior.Template{Object: []behavior.TemplateMember{
		{Name: "id", Value: &behavior.Template{Value: &behavior.Value{Source: behavior.Result, Pointer: "/id"}}},
	}}, add.Response)
	change := b.Operations["notes.change"].Steps[0]
	require.Equal(t, []behavior.Match{{{Pointer: "/id", Value: request("/note/id")}}}, change.By)
	merge := request("/note")
	require.Equal(t, &merge, change.Merge)
	list := b.Operations["notes.list"]
	require.Equal(t, behavior.Match{{Pointer: "/author", Value: request("/author")}},
		list.Steps[0].Where)
	require.Empty(t, list.Steps[0].By)
	require.Equal(t, &behavior.Template{List: &behavior.Template{Value: &behavior.Value{Source: behavior.Result}}}, list.Response)

	_, err = behavior.Load(c, filepath.Join(t.TempDir(), "resources.yaml"))
	require.ErrorContains(t, err, `begins with "resources: 1"`)
}

// parse reads a file for the catalog in testdata. The schema accepts files without problems.
func parse(t testing.TB, text string) (*behavior.Behavior, error) {
	t.Helper()
	text = "resources: 1\n" + text
	b, err := behavior.Parse(load(t, "testdata/catalog.yaml"), "resources.yaml", []byte(text))
	if err == nil {
		require.NoError(t, validate(t, []byte(text)))
	}
	return b, err
}

func TestKindsKnowTheirPartsAndIndex(t *testing.T) {
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
	require.Equal(t, []string{"/age", "/name", "/phones/email"}, customer.Indexed,
		"not the id, which is the key")
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

// positions returns the places and ids of problems. The wording of messages may change.
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

// TestEveryProblemHasItsPlace runs the cases in testdata/problems: NAME.yaml is a file for the catalog
// in testdata, and NAME.want lists its problems.
func TestEveryProblemHasItsPlace(t *testing.T) {
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
				b, err := behavior.Parse(c, f.Name, f.Data)
				require.Error(t, err)
				require.Nil(t, b)
				if testing.Verbose() {
					t.Log("\n" + err.Error())
				}
				require.NotContains(t, err.Error(), "%!")
				if !*update {
					require.Equal(t, wants[name+".want"], positions(err), "%s; go test -C sandbox ./internal/behavior -update writes the cases anew\n%s", path, err)
				}
				out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(positions(err))})
			})
		}
		if *update {
			require.NoError(t, os.WriteFile(path, txtar.Format(out), 0o644))
		}
	}
}
