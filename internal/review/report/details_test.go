package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// One more text takes no more space than the words that count it.
func TestListsAreCutIfTwoOrMoreAreLeftOut(t *testing.T) {
	for _, test := range []struct {
		texts, want string
		most        int
	}{
		{"", "", 2},
		{"a", "a", 2},
		{"a b", "a, b", 2},
		{"a b c", "a, b, c", 2},
		{"a b c d", "a, b, and 2 more", 2},
		{"a b c d e", "a, and 4 more", 1},
	} {
		texts := strings.Fields(test.texts)
		require.Equal(t, test.want, JoinFirst(texts, test.most, ", "))
		require.Equal(t, strings.Fields(test.texts), texts, "the list stays as it is")
	}
}

func TestUsesInWords(t *testing.T) {
	operations := strings.Fields("a.1 a.2 a.3 a.4 a.5 a.6 a.7 a.8 a.9 b.1")
	for _, test := range []struct {
		use  Use
		want string
	}{
		{Use{Operations: operations[:1], Calls: 12}, "12 of a.1"},
		{Use{Operations: operations, Calls: 1},
			"1 of a.1, a.2, a.3, a.4, a.5, a.6, a.7, a.8, and 2 more"},
		{Use{Operations: operations[:2], Calls: 3, Sent: 1},
			"3 of a.1, a.2; the field was sent 1 time"},
		{Use{Operations: operations[:1], Calls: 3, Received: 2},
			"3 of a.1; the field was received 2 times"},
		{Use{Operations: operations[:1], Calls: 3, Sent: 2, Received: 1, Lengths: &Lengths{1, 8}},
			"3 of a.1; the field was sent 2 times and received 1 time, with 1 to 8 characters"},
		{Use{Operations: operations[:1], Calls: 1, Sent: 1, Lengths: &Lengths{1, 1}},
			"1 of a.1; the field was sent 1 time, with 1 character"},
		{Use{Operations: operations[:1], Calls: 1, Sent: 1, Lengths: &Lengths{0, 0}},
			"1 of a.1; the field was sent 1 time, with 0 characters"},
		{Use{Operations: operations[:1], Calls: 2, Sent: 2, Lengths: &Lengths{0, 1}},
			"2 of a.1; the field was sent 2 times, with 0 to 1 character"},
	} {
		require.Equal(t, test.want, test.use.String())
	}
}

// More than forty equal characters in a row are shortened, wherever they are.
func TestRunsOfOneCharacter(t *testing.T) {
	x := strings.Repeat("x", 40)
	for text, want := range map[string]string{
		"":                         "",
		"aab":                      "aab",
		"a" + x + "b":              "a" + x + "b",
		"a" + x + "xb":             "a" + x + "... (41 times x)b",
		x + x + strings.ToUpper(x): x + "... (80 times x)" + strings.ToUpper(x),
	} {
		e := Example{Given: text, Outcome: text, Instead: text}
		require.Equal(t, Example{Given: want, Outcome: want, Instead: want}, e.Readable())
	}
}

// Formats that show places in the head find some place for what was in the base.
func TestPlacesInTheHead(t *testing.T) {
	base := at(3)
	base.Base, base.File = true, "main:spec/operations.yaml"
	for _, test := range []struct {
		place Place
		near  int
		want  string
	}{
		{at(3), 9, "file=spec/operations.yaml,line=3,col=7,"},
		{base, 1, "file=spec/operations.yaml,line=1,col=7,"},
		{base, 0, "file=head.yaml,line=1,col=1,"},
	} {
		f := Finding{Rule: "gone", Level: Warning, Path: "a.b", Pos: test.place, Message: "gone"}
		if test.near > 0 {
			f.Near = at(test.near).Position
		}
		text := printed(t, GitHub, &Report{Head: "head.yaml", Findings: []Finding{f}})
		require.True(t, strings.HasPrefix(text, "::warning "+test.want+"title=gone::a.b: gone"), text)
		require.Equal(t, test.place.Base, strings.Contains(text, "%0Awas at: main"), text)
	}
}

// A fingerprint tells findings of several catalogs apart, and does not depend on their lines.
func TestFingerprints(t *testing.T) {
	f := Finding{Rule: "gone", Path: "a.b", Key: "k", Pos: at(3)}
	require.Regexp(t, "^[0-9a-f]{16}$", f.Fingerprint())
	moved := f
	moved.Pos, moved.Message = Place{Position: catalog.Position{Line: 4}}, "other words"
	require.Equal(t, f.Fingerprint(), moved.Fingerprint())
	known := map[string]bool{f.Fingerprint(): true}
	for _, other := range []Finding{
		{Rule: "new", Path: "a.b", Key: "k"},
		{Rule: "gone", Path: "a.c", Key: "k"},
		{Rule: "gone", Path: "a.b", Key: "l"},
		{Rule: "gone", Path: "a.b", Key: "k", Target: "shop"},
	} {
		require.False(t, known[other.Fingerprint()])
		known[other.Fingerprint()] = true
	}
}

// What a finding is about decides whether its example is Go.
func TestLanguagesOfExamples(t *testing.T) {
	for kind, language := range map[string]string{
		"request": "json", "response": "json", "client": "go", "server": "go",
	} {
		require.Equal(t, language, Example{Kind: kind}.Language(), kind)
	}
}

// The headline of a bundle says whom a change breaks, and whether Go still compiles.
func TestHeadlinesOfBundles(t *testing.T) {
	const places = "constraint-tightened in 3 places"
	for verdicts, want := range map[string]string{
		"":     places,
		"····": places + " breaks nobody",
		"SSSS": places + " breaks nobody",
		"B–··": places + " breaks requests from old clients; Go compiles",
		"BBSS": places + " breaks requests from old clients, responses to old clients; Go compiles",
		"B·?·": places + " breaks requests from old clients; may break Go callers",
		"B··?": places + " breaks requests from old clients; may break Go services",
		"·?··": places + " may break responses to old clients; Go compiles",
		"··BB": places + " breaks Go callers, Go services",
	} {
		b := Bundle{Finding{Rule: "constraint-tightened"}, make([]Finding, 2)}
		if verdicts != "" {
			b.Verdicts = new(ParseVerdicts(verdicts))
		}
		require.Equal(t, want, b.Headline(), verdicts)
	}
}

// A comment lists fifty places of a bundle, and says that there are more.
func TestCommentsListFiftyPlaces(t *testing.T) {
	for others, more := range map[int]bool{49: false, 50: false, 51: true} {
		r := &Report{Release: &Release{}}
		for range others + 1 {
			f := filler(1)[0]
			f.Next = "say so"
			r.Findings = append(r.Findings, f)
		}
		page := printed(t, Markdown, r)
		_, list, _ := strings.Cut(page, "\nAlso ")
		list, _, _ = strings.Cut(list, "\n")
		require.Equal(t, min(others, 50), strings.Count(list, "`quote.get_0` at "), others)
		require.Equal(t, more, strings.HasSuffix(list, ", and more."), others)
	}
}
