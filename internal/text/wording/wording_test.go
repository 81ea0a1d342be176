package wording

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestClosestFindsMisspelledNames(t *testing.T) {
	known := []string{"go", "type", "claim_id", "description", "contacts.new_contact"}
	for name, want := range map[string]string{
		"typ": "type", "tpye": "type", "TYPE": "type", "claimid": "claim_id", "descripton": "description",
		"contacts.newcontc": "contacts.new_contact", "id": "", "nothing": "", "": "",
	} {
		require.Equal(t, want, Closest(name, known), name)
	}
	require.Empty(t, Closest("typ", append(make([]string, 2000), "type")), "many names are not compared")
	require.Equal(t, `; did you mean "type"?`, OneOf("typ", known))
	require.Equal(t, `; write "a" or "b"`, OneOf("x", []string{"a", "b"}))
	require.Empty(t, OneOf("x", nil))
}

func TestListsAreCutAfterSome(t *testing.T) {
	require.Equal(t, "", List(nil, "and"))
	require.Equal(t, "a", List([]string{"a"}, "and"))
	require.Equal(t, "a, b and c", List([]string{"a", "b", "c"}, "and"))
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprint(i))
	}
	require.True(t, strings.HasSuffix(QuotedList(many, "or"), `"11" or 8 more`))
	require.Equal(t, `"a", "\n"`, Literals([]string{"a", "\n"}))
}

func TestTextsForMessages(t *testing.T) {
	require.Equal(t, "1 file", Count(1, "file"))
	require.Equal(t, "0 files", Count(0, "file"))
	require.Equal(t, "A b.", Sentence(" A b "))
	require.Equal(t, "A b?", Sentence("A b?"))
	require.Empty(t, Sentence(" "))
	require.Equal(t, "a b\u00b7c", OneLine("a\tb\u202ec"))
	require.Equal(t, `{"a":["<é>",1]}`, Literal(map[string]any{"a": []any{"<é>", 1}}))
	require.Empty(t, Literal(nil))
	require.Len(t, []rune(Clip(strings.Repeat("é", 100))), 60)
}

func TestShellQuote(t *testing.T) {
	for word, want := range map[string]string{
		"spec/operations.yaml": "spec/operations.yaml",
		"my specs/a.yaml":      "'my specs/a.yaml'",
		"it's":                 `'it'\''s'`,
		"$(x)":                 "'$(x)'",
		"":                     "''",
	} {
		require.Equal(t, want, ShellQuote(word))
	}
}
