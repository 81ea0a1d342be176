package baseline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
)

const file = start + `  claims.add_note:
    /note required: not enforced
  claims.get_claim:
    /claim_id required: enforced
    "/a b: c required": unknown
`

func TestAFileIsReadAsItIsWritten(t *testing.T) {
	b := &Baseline{Lines: map[Key]Line{}}
	b.Lines[Key{"claims.get_claim", "/claim_id required"}] = Line{State: Enforced}
	b.Lines[Key{"claims.get_claim", "/a b: c required"}] = Line{State: Unknown}
	b.Lines[Key{"claims.add_note", "/note required"}] = Line{State: NotEnforced}
	text := string(b.Text())
	require.Equal(t, strings.Join([]string{
		"  claims.add_note:", "    /note required: not enforced",
		"  claims.get_claim:", `    "/a b: c required": unknown`, "    /claim_id required: enforced", ""}, "\n"),
		strings.TrimPrefix(text, start), "sorted, a line for each fact")

	read, err := Parse(yamldoc.Source{Name: "verify.yaml", Text: []byte(text)})
	require.NoError(t, err)
	require.Equal(t, b.Keys(), read.Keys())
	for _, k := range b.Keys() {
		require.Equal(t, b.State(k), read.State(k))
	}
	line := strings.Count(text[:strings.Index(text, "/claim_id")], "\n") + 1
	require.Equal(t, yamldoc.Position{File: "verify.yaml", Line: line, Col: 5}, read.Lines[Key{"claims.get_claim", "/claim_id required"}].Pos)

	read, err = Parse(yamldoc.Source{Name: "verify.yaml", Text: []byte(file)})
	require.NoError(t, err)
	require.Equal(t, b.Keys(), read.Keys(), "in any order")
	require.Equal(t, text, string(read.Text()))
}

// Any name in a catalog can be written and read.
func TestAnyNameCanBeWritten(t *testing.T) {
	b := &Baseline{Lines: map[Key]Line{}}
	for i, name := range []string{"yes", "a: b", "- a", "#", "\"", "é\n", "\x00", "1", " ", "<<", "&a", "null", strings.Repeat("x", 300)} {
		b.Lines[Key{name, fmt.Sprintf("/%s type", name)}] = Line{State: Enforced}
		b.Lines[Key{fmt.Sprint("o", i), name}] = Line{State: NotEnforced}
	}
	read, err := Parse(yamldoc.Source{Name: "x", Text: b.Text()})
	require.NoError(t, err)
	require.Equal(t, b.Keys(), read.Keys())
}

func TestABaselineOfNothing(t *testing.T) {
	b := &Baseline{}
	read, err := Parse(yamldoc.Source{Name: "x", Text: b.Text()})
	require.NoError(t, err)
	require.Empty(t, read.Keys())
	require.Equal(t, State(""), (*Baseline)(nil).State(Key{"a", "b"}))
}

func TestEverythingWrongIsSaidAtOnce(t *testing.T) {
	_, err := Parse(yamldoc.Source{Name: "verify.yaml", Text: []byte(`baseline: 1
operations:
  claims.get_claim:
    /a required: enforcd
    /b required: [enforced]
    /c required: enforced
    /c required: unknown
  claims.add_note: enforced
operation: {}
`)})
	problems, ok := errors.AsType[yamldoc.Problems](err)
	require.True(t, ok, err)
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	require.Equal(t, []string{
		`verify.yaml:4:18: unknown-value: claims.get_claim: "/a required": found "enforcd"; write enforced, not enforced or unknown`,
		`verify.yaml:5:18: unknown-value: claims.get_claim: "/b required": found [enforced]; write enforced, not enforced or unknown`,
		`verify.yaml:7:5: duplicate-key: key "/c required" is given twice; delete or rename one`,
		`verify.yaml:8:20: wrong-kind: claims.add_note: expected a map from facts to "enforced", "not enforced" or "unknown", found the string "enforced"`,
		`verify.yaml:9:1: unknown-key: unknown key "operation"; did you mean "operations"?`,
	}, all)
}

func TestAFileThatIsNotThere(t *testing.T) {
	_, err := Read(filepath.Join(t.TempDir(), "verify.yaml"))
	require.ErrorContains(t, err, "gen verify --update writes it")
	name := filepath.Join(t.TempDir(), "verify.yaml")
	require.NoError(t, os.WriteFile(name, []byte(file), 0o600))
	b, err := Read(name)
	require.NoError(t, err)
	require.Len(t, b.Keys(), 3)
}
