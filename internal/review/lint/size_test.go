package lint

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

const sized = header + "areas:\n  things:\n    operations:\n"

// A field is compared with the most frequent type of its name. If two types are equally
// frequent, it is always the same one.
func TestTheUsualTypeIsOne(t *testing.T) {
	text := sized
	for i, kind := range []string{"integer", "string", "boolean", "integer", "string", "integer", "string"} {
		text += fmt.Sprintf("      get_%d: {summary: Reads it., fields: {kind: %s}}\n", i, kind)
	}
	for range 20 {
		c, _ := catalog.Parse("x.yaml", []byte(text))
		found, _ := Catalog(c, time.Time{})
		var messages []string
		for _, f := range found {
			if f.Rule == "inconsistent-type" {
				messages = append(messages, f.Message)
			}
		}
		require.Equal(t, []string{`"kind" is boolean here and integer 3 times elsewhere`}, messages)
	}
}

// The time for many comments in a row is linear.
func TestManyComments(t *testing.T) {
	text := sized + strings.Repeat("      # lint:ignore name-style the service spells it this way\n", 20_000) + "      getThing: {}\n"
	c, _ := catalog.Parse("x.yaml", []byte(text))
	found, ignored := Catalog(c, time.Time{})
	require.Len(t, ignored, 1)
	require.Greater(t, len(found), 19_000, "all but one ignore nothing")
}

// Many rules over many fields are compared quickly, and each has at most one finding.
func TestManyRules(t *testing.T) {
	const n = 160
	var fields, rules strings.Builder
	for i := range 4 * n {
		fmt.Fprintf(&fields, "          f%d: string\n", i)
	}
	for i := range n {
		var names []string
		for j := range 4 * n {
			if j != i {
				names = append(names, fmt.Sprint("f", j))
			}
		}
		fmt.Fprintf(&rules, "          - %s: [%s]\n", []string{"all_or_none_of", "at_most_one_of"}[i%2], strings.Join(names, ", "))
	}
	c, _ := catalog.Parse("x.yaml", []byte(sized+"      get:\n        summary: Reads it.\n        fields:\n"+fields.String()+"        rules:\n"+rules.String()))
	found, _ := Catalog(c, time.Time{})
	forbidding := 0
	for _, f := range found {
		if f.Rule == "rule-forbids-fields" {
			forbidding++
		}
	}
	require.Equal(t, n/2, forbidding, "one for each all_or_none_of")
}
