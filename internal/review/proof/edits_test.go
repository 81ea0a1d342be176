package proof

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/spec"
)

// replacements are what one piece of a line of the catalog may become.
var replacements = [][2]string{
	{"string", "integer"}, {"string", "any"}, {"string", "object"}, {"string", "[string]"}, {"[string]", "string"},
	{"unspecified", "string"}, {"object", "Contact"}, {": string", ": {type: string, required: true}"},
	{": string", ": {type: string, max_length: 9}"}, {": string", ": {type: string, default: x}"},
	{": string", ": {type: string, pattern: x}"}, {": string", ": {type: string, sensitive: true, default: y}"},
	{": string", ": {type: string, omit_empty: true}"}, {": string", ": {type: string, enum: [x]}"},
	{", required: true", ""}, {", non_blank: true", ""}, {"open: true", "open: false"}, {"read", "write"},
	{"first_of", "at_least_one_of"}, {"at_least_one_of", "first_of"}, {"first_of", "all_or_none_of"}, {"100", "50"}, {": 1", ": 0"},
	{"individual", "person"}, {"_id", "_key"}, {"get_", "read_"}, {"/v2/", "/v3/"}, {"Contact", "Party"}, {"claim", "loss"},
}

// edited is a catalog that was edited at random in some places, nil where that
// leaves it with problems.
func edited(random *rand.Rand) *catalog.Catalog {
	lines := strings.Split(string(spec.Operations), "\n")
	for n := 1 + random.IntN(12); n > 0; {
		at, r := random.IntN(len(lines)), replacements[random.IntN(len(replacements))]
		switch {
		case random.IntN(12) == 0:
			lines = slices.Delete(lines, at, at+1)
		case random.IntN(40) == 0:
			for i := range lines {
				lines[i] = strings.ReplaceAll(lines[i], r[0], r[1])
			}
		case strings.Contains(lines[at], r[0]):
			lines[at] = strings.Replace(lines[at], r[0], r[1], 1)
		default:
			continue
		}
		n--
	}
	c, problems := catalog.Parse("head.yaml", []byte(strings.Join(lines, "\n")))
	if len(problems) > 0 {
		return nil
	}
	return c
}

// However a catalog is edited, what is shown is true, and the same every time.
func TestExamplesOfRandomEditsAreTrue(t *testing.T) {
	edits := long.Size(5, 60)
	base, _ := catalog.Parse("base.yaml", spec.Operations)
	random, seen, rules := rand.New(rand.NewPCG(3, 4)), map[string]int{}, map[string]bool{}
	for valid := 0; valid < edits; {
		head := edited(random)
		if head == nil {
			continue
		}
		valid++
		forward, back := found(base, head), found(head, base)
		requireTrue(t, base, head, forward, seen)
		requireTrue(t, head, base, back, seen)
		for _, c := range slices.Concat(forward, back) {
			if c.Example != nil {
				rules[c.Rule] = true
			}
		}
		if valid%5 == 0 {
			require.Equal(t, forward, found(base, head))
		}
	}
	t.Log(seen, len(rules))
	require.Greater(t, seen["request"], edits)
	require.Greater(t, seen["answer"], 0)
	require.Greater(t, len(rules), edits/10)
}
