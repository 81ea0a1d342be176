package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Groups with a verdict are always listed, and of the groups of unknown operations the first eight;
// the others are one group, at the place of its first one.
func TestRareReasonsAreCombined(t *testing.T) {
	v := &Verification{Groups: []Group{{"contradicts", "", []string{"a.0"}}}}
	for _, why := range strings.Fields("b c d e f g h i") {
		v.Groups = append(v.Groups, Group{"unknown", why, []string{"a." + why}})
	}
	require.Equal(t, v.Groups, v.ShownGroups(), "eight reasons are few enough")

	others := []string{"a.j", "a.j2", "a.k"}
	v.Groups = append(v.Groups,
		Group{"unknown", "j", others[:2:2]},
		Group{"unseen", "", []string{"a.l"}},
		Group{"unknown", "k", others[2:]},
		Group{"conforms", "", []string{"a.m"}},
	)
	rest := Group{"unknown", "for other reasons, which --format json has", others}
	want := append(v.Groups[:9:9], rest, v.Groups[10], v.Groups[12])
	require.Equal(t, want, v.ShownGroups())
}

// Contradictions get more space than other groups.
func TestGroupsListSomeOperations(t *testing.T) {
	eleven := strings.Fields("a b c d e f g h i j k")
	for _, test := range []struct {
		verdict string
		n       int
		want    string
	}{
		{"contradicts", 9, "a, b, c, d, e, f, g, h, i"},
		{"contradicts", 10, "a, b, c, d, e, f, g, h, and 2 more"},
		{"conforms", 5, "a, b, c, d, e"},
		{"unknown", 6, "a, b, c, d, and 2 more"},
		{"unseen", 11, "a, b, c, d, and 7 more"},
	} {
		require.Equal(t, test.want, Group{Verdict: test.verdict, Operations: eleven[:test.n]}.List())
	}
}

func TestVerificationInWords(t *testing.T) {
	rules := map[string]Share{"required": {1, 2}, "max_length": {3, 4}}
	coverage := Coverage{Share{1, 2}, rules}
	one := VerifiedOperation{Calls: 2}
	for _, test := range []struct {
		v    Verification
		want string
	}{
		{Verification{Calls: 1, Complete: true}, "after 1 call with seed 0"},
		{Verification{Calls: 2, Complete: true, Operations: []VerifiedOperation{one}},
			"after 2 calls with seed 0"},
		{Verification{Calls: 0, Complete: true, Operations: make([]VerifiedOperation, 2)},
			"after 0 calls with seed 0"},
		{Verification{Calls: 2, Complete: true, Operations: []VerifiedOperation{{Calls: 1}, {Calls: 1}}},
			"after 2 calls, at most 1 of one operation, with seed 0"},
		{Verification{Calls: 3, Seed: 7, Operations: []VerifiedOperation{{Calls: 1}, one}},
			"after 3 calls, at most 2 of one operation, with seed 7; " +
				"the run was cut short, so this is only a part"},
	} {
		test.v.Coverage = coverage
		require.Equal(t, "1 of 2 operations and 4 of 6 facts are known "+test.want, test.v.Words())
	}
}
