package har

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/testing/long"
)

const head = "catalog: 1\ninfo: {title: Notes, version: v1, package: notebook}\npath: /api/{area}/{operation}\n"

const areas = `areas:
  notes:
    operations:
      new_note:
        summary: Creates a note.
        fields: {text: {type: string, sensitive: true}}
        response: {fields: {note_id: string}}
`

func parse(t *testing.T, servers string) *catalog.Catalog {
	c, problems := catalog.Parse("notes.yaml", []byte(head+servers+areas))
	require.Empty(t, problems)
	return c
}

// record records the calls in a HAR, and returns the statistics and the recording.
func record(t *testing.T, text string, c *catalog.Catalog, hosts ...string) (observer.Stats, []recording.Exchange, error) {
	var out bytes.Buffer
	stats, err := Record(strings.NewReader(text), c, hosts, func() (*recording.Recorder, error) { return recording.New(&out) })
	if out.Len() == 0 {
		return stats, nil, err
	}
	require.NotContains(t, out.String(), "CANARY")
	var all []recording.Exchange
	_, wrong := recording.Read(&out, func(x recording.Exchange) error { all = append(all, x); return nil })
	require.NoError(t, wrong)
	require.Len(t, all, stats.Exchanges)
	return stats, all, err
}

// entryOf is an entry with members as browsers write them.
func entryOf(method, url, request string, status int, content string) string {
	return fmt.Sprintf(`{"_initiator": {"url": "CANARY"}, "startedDateTime": "CANARY", "time": 1.5e3,
		"request": {"method": %q, "url": %q, "headers": [{"name": "Cookie", "value": "CANARY"}], "queryString": [], "bodySize": 20, "postData": {"mimeType": "CANARY", "text": %q}},
		"response": {"status": %d, "headers": [{"name": "CANARY", "value": "CANARY"}], "content": %s, "bodySize": -1}, "timings": {}}`,
		method, url, request, status, content)
}

func archive(entries ...string) string {
	return "\ufeff" + `{"log": {"version": "1.2", "creator": {"name": "CANARY"}, "pages": [], "entries": [` + strings.Join(entries, ",\n") + `], "comment": null}}`
}

const api = "https://api.example.com/api/notes/new_note"

func TestCallsAreRecordedOrCounted(t *testing.T) {
	text := archive(
		entryOf("POST", api+"?q=CANARY", `{"text":"CANARY"}`, 200, `{"size": 15, "text": "{\"note_id\":\"CANARY\"}"}`),
		entryOf("POST", api, `{}`, 200, `{"size": 15, "encoding": "base64", "text": "`+base64.StdEncoding.EncodeToString([]byte(`{"note_id":"CANARY"}`))+`"}`),
		entryOf("POST", api, `{}`, 200, `{"size": 15, "encoding": "base64", "text": "CANARY!"}`),
		entryOf("POST", api, `{}`, 200, `{"size": 15, "encoding": "CANARY", "text": "x"}`),
		entryOf("POST", api, `{}`, 200, `{"size": 15}`),
		entryOf("POST", api, `{}`, 204, `{"size": 0}`),
		entryOf("POST", api, `{}`, 0, `{}`),
		entryOf("OPTIONS", api, ``, 204, `{}`),
		entryOf("POST", "https://api.example.com/CANARY", `{}`, 200, `{}`),
		entryOf("POST", "https://CANARY.example.com/", `{}`, 200, `{}`),
		entryOf("POST", "https://api.example.com:8443/api/notes/new_note", `{}`, 500, `{"text": "<html>CANARY"}`),
		`{"request": 5, "response": ["CANARY", {"status": 1}]}`, `"CANARY"`,
	)
	stats, all, err := record(t, text, parse(t, "servers: [https://api.example.com]\n"))
	require.NoError(t, err)
	var why []string
	for _, x := range all {
		why = append(why, fmt.Sprint(x.Status, " ", x.Unreadable))
	}
	require.Equal(t, []string{"200 ", "200 ", "200 not base64", "200 unknown coding", "200 " + observer.NotInFile, "204 ", "500 HTML"}, why)
	require.Equal(t, 1, all[0].Response.Members["note_id"].String)
	require.Equal(t, 1, all[0].Request.Members["text"].String)
	require.Equal(t, 1, all[1].Response.Members["note_id"].String)
	require.Nil(t, all[5].Response)
	require.Equal(t, []string{
		"7 calls of 1 operation recorded",
		"of those 4 with a body without a shape: 1 HTML, 1 not base64, 1 not in the file and 1 unknown coding",
		"not recorded: 2 calls unknown to the catalog",
		"not recorded: 3 calls of other hosts",
		"not recorded: 1 call without a response",
	}, stats.Lines())
}

func TestHostsSelectCalls(t *testing.T) {
	text := archive(
		entryOf("POST", "https://a.example.com:8443/v2/api/notes/new_note", `{}`, 200, `{}`),
		entryOf("POST", "https://B.example.com/api/notes/new_note", `{}`, 200, `{}`),
		entryOf("GET", "https://cdn.example.com/x.js", ``, 200, `{}`),
		entryOf("GET", "data:image/png;base64,aa", ``, 200, `{}`),
	)
	c := parse(t, "")
	for host, want := range map[string]int{
		"a.example.com/v2": 1, "https://a.example.com:8443/v2": 1, "a.example.com:443/v2": 0, "a.example.com": 0,
		"b.example.com": 1, "b.example.com:443": 1, "b.example.com:80": 0, "example.com": 0,
	} {
		stats, _, err := record(t, text, c, host)
		require.NoError(t, err)
		require.Equal(t, want, stats.Exchanges, host)
	}
	stats, _, err := record(t, text, c, "a.example.com:443/v2")
	require.NoError(t, err)
	require.Contains(t, stats.Notes, "no call is to a selected host; hosts in the file with calls of operations: a.example.com:8443 (1) and b.example.com (1)")
	stats, _, err = record(t, text, c, "b.example.com")
	require.NoError(t, err)
	require.Empty(t, stats.Notes)
	_, _, err = record(t, text, c)
	require.EqualError(t, err, "the catalog has no servers; name the host of the service with --host, such as api.example.com, or api.example.com/v1 with a base path; hosts in the file with calls of operations: b.example.com (1)")
	_, _, err = record(t, archive(), c)
	require.ErrorContains(t, err, "calls of operations: none")
	_, _, err = record(t, text, c, "https://u:CANARY@x")
	require.ErrorContains(t, err, "is not a host")
}

func TestDamagedFilesKeepTheCallsBefore(t *testing.T) {
	c := parse(t, "servers: [https://api.example.com]\n")
	one := entryOf("POST", api, `{"text":"a"}`, 200, `{"text": "{}"}`)
	whole := archive(one, one)
	zip := func(text string, end func(*gzip.Writer) error) string {
		var zipped bytes.Buffer
		z := gzip.NewWriter(&zipped)
		io.WriteString(z, text)
		require.NoError(t, end(z))
		return zipped.String()
	}
	zipped, beginning := zip(whole, (*gzip.Writer).Close), whole[:len(whole)-200]
	stats, _, err := record(t, zipped, c)
	require.NoError(t, err)
	require.Equal(t, 2, stats.Exchanges)
	for name, test := range map[string]struct {
		text, cut string
		entries   int
	}{
		"cut":             {whole[:len(whole)-200], "the file is cut off or damaged after 1 call; only these were read", 1},
		"damaged":         {strings.Replace(whole, one+"]", one+"CANARY]", 1), "the file is cut off or damaged after 2 calls; only these were read", 2},
		"too deep":        {strings.Replace(whole, one+"]", one+`,{"x":`+strings.Repeat("[", 20_000)+"]", 1), "the file is cut off or damaged after 2 calls; only these were read", 2},
		"gzip is cut off": {zipped[:len(zipped)-40], "the file is cut off or damaged after", 0},
		"gzip is damaged": {zip(beginning, (*gzip.Writer).Flush) + "\xff\xff\xff\xff", "the file is cut off or damaged after 1 call; only these were read", 1},
		"gzip and more":   {zip(beginning, (*gzip.Writer).Close) + "CANARY CANARY", "the file is cut off or damaged after 1 call; only these were read", 1},
	} {
		stats, _, err := record(t, test.text, c)
		require.NoError(t, err, name)
		require.Contains(t, strings.Join(stats.Notes, ""), test.cut, name)
		if test.entries > 0 {
			require.Equal(t, test.entries, stats.Exchanges, name)
		}
	}
	for _, text := range []string{"", " ", "CANARY", "[]", "{}", `{"log": 5}`, `{"opgen":"recording"}`, "\x1f\x8bCANARY", "<html>"} {
		_, _, err := record(t, text, c)
		require.ErrorContains(t, err, "this is not a HAR", "%q", text)
		require.NotContains(t, err.Error(), "CANARY")
	}
}

func TestArchivesAreRecognizedByTheirBeginning(t *testing.T) {
	require.True(t, Matches([]byte("{\n  \"log\" : {\"version\"")))
	require.False(t, Matches([]byte(`{"opgen":"recording","version":1}`)))
	require.False(t, Matches(nil))
}

func TestLargeBodiesHaveNoShape(t *testing.T) {
	c := parse(t, "servers: [https://api.example.com]\n")
	stats, all, err := record(t, archive(entryOf("POST", api, `{}`, 200, `{"text": "`+strings.Repeat("x", observer.MaxBody+1)+`"}`)), c)
	require.NoError(t, err)
	require.Equal(t, map[string]int{recording.TooLarge: 1}, stats.Unreadable)
	require.Equal(t, recording.TooLarge, all[0].Unreadable)
}

// A file of any size takes the memory of one entry.
func TestMemoryIsThatOfOneEntry(t *testing.T) {
	long.SkipUnlessFull(t, "reads 200 MB")
	c := parse(t, "servers: [https://api.example.com]\n")
	entry := entryOf("POST", api, `{"text":"`+strings.Repeat("x", 1<<20)+`"}`, 200, `{"text": "{}"}`)
	parts := []io.Reader{strings.NewReader(`{"log":{"entries":[` + entry)}
	for range 199 {
		parts = append(parts, strings.NewReader(","+entry))
	}
	var now runtime.MemStats
	peak, n := uint64(0), 0
	stats, err := Record(&watched{io.MultiReader(append(parts, strings.NewReader("]}}"))...), func() {
		if n++; n%200 == 0 {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapInuse)
		}
	}}, c, nil, func() (*recording.Recorder, error) { return recording.New(io.Discard) })
	require.NoError(t, err)
	require.Equal(t, 200, stats.Exchanges)
	require.Less(t, peak, uint64(100<<20))
}

type watched struct {
	io.Reader
	see func()
}

func (w *watched) Read(p []byte) (int, error) { w.see(); return w.Reader.Read(p) }
