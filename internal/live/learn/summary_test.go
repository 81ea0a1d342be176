package learn

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// recorded returns a recording of responses of one operation.
func recorded(t *testing.T, id string, responses ...string) string {
	t.Helper()
	var b bytes.Buffer
	r, err := recording.New(&b)
	require.NoError(t, err)
	for _, body := range responses {
		r.Add(recording.Call{Operation: "a.get", Response: []byte(body), Status: 200})
	}
	text := b.String()
	var h struct{ ID string }
	require.NoError(t, json.Unmarshal([]byte(text[:strings.IndexByte(text, '\n')]), &h))
	return strings.Replace(text, h.ID, id, 1)
}

func summed(t *testing.T, recordings ...string) *Summary {
	t.Helper()
	s := new(Summary)
	for _, text := range recordings {
		_, err := s.Add(strings.NewReader(text))
		require.NoError(t, err)
	}
	return s
}

func merged(of ...*Summary) string {
	all := new(Summary)
	for _, s := range of {
		all.Merge(s)
	}
	return string(all.JSON())
}

// Merging is commutative, associative and idempotent, also of versions of one recording.
func TestOrderOfMergingDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []*Summary
	for i := range 8 {
		var responses []string
		for n := range 1 + r.IntN(4) {
			responses = append(responses, fmt.Sprintf(`{"id":%d,"name":"x","odd":[%d,null]}`, n, i))
		}
		all = append(all, summed(t, recorded(t, fmt.Sprint("R", r.IntN(4)), responses...)))
	}
	for range 100 {
		a, b, c := all[r.IntN(len(all))], all[r.IntN(len(all))], all[r.IntN(len(all))]
		ab, bc := new(Summary), new(Summary)
		ab.Merge(a)
		ab.Merge(b)
		bc.Merge(b)
		bc.Merge(c)
		require.Equal(t, merged(a, b), merged(b, a))
		require.Equal(t, merged(ab, c), merged(a, bc))
		require.Equal(t, merged(a), merged(a, a))
		require.Equal(t, merged(ab), merged(ab, b))
	}
}

// A recording counts once, as its longest version.
func TestRecordingCountsOnce(t *testing.T) {
	text := recorded(t, "A", `{"id":1}`, `{"id":2}`, `{"id":3}`)
	lines := strings.SplitAfter(text, "\n")
	short := strings.Join(lines[:3], "")
	require.Equal(t, 3, summed(t, text, text).Exchanges())
	require.Equal(t, 3, summed(t, short, text).Exchanges())
	require.Equal(t, 3, summed(t, text, short).Exchanges())
	require.Equal(t, 3, summed(t, text+text).Exchanges(), "twice in a file")
	require.Equal(t, 3, summed(t, text+short).Exchanges())
	require.Equal(t, 3, summed(t, short+text+short).Exchanges())
	require.Equal(t, 6, summed(t, text+recorded(t, "B", `1`, `2`, `3`), short).Exchanges(), "two recordings in a file")
}

// Two programs that append to one file cannot be distinguished, but each call counts once, and
// the keys of both are named.
func TestMixedRecordingsCountEachCallOnce(t *testing.T) {
	body := `{"name":"x"}`
	one := strings.SplitAfter(recorded(t, "A", body, body, body, body, body, body), "\n")
	two := strings.SplitAfter(recorded(t, "B", body, body, body, body, body, body, body), "\n")
	var mixed strings.Builder
	for i := range two {
		if i < len(one) {
			mixed.WriteString(one[i])
		}
		mixed.WriteString(two[i])
	}
	s := summed(t, mixed.String()[:mixed.Len()/2], mixed.String(), mixed.String())
	require.Equal(t, 13, s.Exchanges())
	require.NotContains(t, string(s.JSON()), "#")
}

// ReadSummary reads what JSON writes, and refuses other texts, versions and incomplete files.
func TestSummaryFilesAreReadOrRefused(t *testing.T) {
	s := summed(t, recorded(t, "A", `{"id":1,"list":[{"a":null}]}`, ``, `<html>`), recorded(t, "B", `[1]`))
	text := s.JSON()
	require.True(t, json.Valid(text), "%s", text)
	again, err := ReadSummary(bytes.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, string(text), string(again.JSON()))
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err = z.Write(text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	again, err = ReadSummary(&zipped)
	require.NoError(t, err)
	require.Equal(t, string(text), string(again.JSON()))
	for _, wrong := range []string{"", "{}", "overlay: 1", string(text[:len(text)/2]), string(text) + string(text), `{"opgen":"recording","version":1}`} {
		_, err := ReadSummary(strings.NewReader(wrong))
		require.ErrorIs(t, err, ErrNoSummary, wrong)
	}
	_, err = ReadSummary(strings.NewReader(strings.Replace(string(text), `"version": 1`, `"version": 9`, 1)))
	require.ErrorContains(t, err, "version 9")
	_, err = ReadSummary(strings.NewReader(strings.Replace(string(text), `"200"`, `"fine"`, 1)))
	require.Error(t, err)
}

// A foreign summary can neither end the run nor inject lines into the overlay.
func TestSummaryOfSomebodyElse(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{operation}
areas: {a: {operations: {get: {effect: read, response: {lenient: true, fields: {id: {type: unspecified, assumed: they say so}}}}}}}
`))
	require.Empty(t, problems)
	learned := func(day string) string {
		s, err := ReadSummary(strings.NewReader(SummaryStart + `"version": 1, "recordings": {"A": null, "B": {"operations": {"a.get": null}}, "C": {"day": ` + day + `, "operations": {
			"a.get": {"200": {"count": 1, "response": {"seen": 1, "object": 1, "members": {"id": {"seen": 1, "string": 1}, "none": null}}}, "201": null}}}}}`))
		require.NoError(t, err)
		r := Learn(c, s, nil)
		return string(r.Overlay)
	}
	require.Contains(t, learned(`"2026-11-22"`), "{type: string} # seen in 1 of 1 responses, 2026-11\n")
	for _, day := range []string{`"\n\n\n\n\n\n\n"`, `"2026-11"`, `"\u001b[31m"`, `"äöüäöü"`} {
		require.Contains(t, learned(day), "{type: string} # seen in 1 of 1 responses\n", day)
	}
}

// Keys that are named later are also renamed in earlier shapes.
func TestKeysAreNamed(t *testing.T) {
	var responses []string
	for range 6 {
		responses = append(responses, `{"contact_id":"x"}`)
	}
	s := summed(t, recorded(t, "A", responses...))
	shape := s.Recordings["A"].Operations["a.get"][Outcome{Status: 200}].Response
	require.Len(t, shape.Members, 1)
	require.Equal(t, 6, shape.Members["contact_id"].Seen)
}
