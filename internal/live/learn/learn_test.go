package learn

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
)

var update = flag.Bool("update", false, "write what is learned into the golden files")

// TestOverlaysShowWhatWasRecorded learns what the files of testdata say. In each, a line of "traffic" is how often
// an operation responds, its status and the body; "values" lists the places whose values are
// kept. The other files are the catalog, the decisions, the overlay and the findings.
func TestOverlaysShowWhatWasRecorded(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			files := map[string]string{}
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
			}
			c, problems := catalog.Parse("catalog.yaml", []byte(files["catalog.yaml"]))
			require.Empty(t, problems, "%s", problems)
			var decided *Decisions
			if text := files["learn.yaml"]; text != "" {
				decided, err = ReadDecisions(yamldoc.Source{Name: "learn.yaml", Text: []byte(text)}, c)
				require.NoError(t, err)
			}
			text, bodies := play(t, c, files["traffic"], strings.Fields(files["values"]))
			s := new(Summary)
			_, err = s.Add(strings.NewReader(text))
			require.NoError(t, err)
			before := string(s.JSON())
			result := Learn(c, s, decided)
			require.Equal(t, before, string(s.JSON()), "learning changes no summary")
			var found bytes.Buffer
			require.NoError(t, report.Text(&found, &report.Report{Command: "gen learn", Findings: result.Findings}))

			accepted(t, c, result, bodies)
			got := map[string]string{"learned.yaml": string(result.Overlay), "found": found.String()}
			for i, f := range archive.Files {
				if text, ok := got[f.Name]; ok && *update {
					archive.Files[i].Data = []byte(text)
				} else if ok {
					require.Equal(t, string(f.Data), text, "update with: go test ./internal/live/learn -update")
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
			}
		})
	}
}

// play records traffic, and returns the recording and the bodies of successes by operation.
func play(t *testing.T, c *catalog.Catalog, traffic string, values []string) (text string, bodies map[string][]string) {
	var b bytes.Buffer
	r, err := recording.New(&b, values...)
	require.NoError(t, err)
	ops := map[string]*catalog.Operation{}
	for op := range c.Operations() {
		ops[op.String()] = op
	}
	bodies = map[string][]string{}
	for line := range strings.Lines(traffic) {
		var n, status int
		var name string
		_, err := fmt.Sscan(line, &n, &name, &status)
		require.NoError(t, err, line)
		body := strings.TrimSpace(strings.SplitN(line+"   ", " ", 4)[3])
		var about *recording.Bodies
		if ops[name] != nil {
			about = redaction.Bodies(ops[name])
		}
		for i := range n {
			r.Add(recording.Call{Operation: name, Bodies: about, Request: []byte(strconv.Itoa(i)), Response: []byte(body), Status: status})
		}
		if status < 300 && !strings.Contains(body, `"success":false`) {
			bodies[name] = append(bodies[name], body)
		}
	}
	text = b.String()
	require.NoError(t, r.Err())
	var h struct{ Day string }
	require.NoError(t, json.Unmarshal([]byte(text[:strings.IndexByte(text, '\n')]), &h))
	return strings.Replace(text, h.Day, "2026-11-22", 1), bodies
}

// accepted requires that a client of the catalog with the overlay reads every response that the
// overlay shows, and all others as without the overlay.
func accepted(t *testing.T, c *catalog.Catalog, result *Result, bodies map[string][]string) {
	with, problems := c.With(catalog.Source{Name: "learned.yaml", Text: result.Overlay})
	require.Empty(t, problems)
	was := map[string]*catalog.Operation{}
	for op := range c.Operations() {
		was[op.String()] = op
	}
	for op := range with.Operations() {
		if !op.Response.Shown {
			continue
		}
		before := was[op.String()]
		require.True(t, op.Response.Lenient || before.Response.Shown)
		for _, body := range bodies[op.String()] {
			if e := op.Envelope; e != nil && e.Data != "" {
				var around map[string]json.RawMessage
				require.NoError(t, json.Unmarshal([]byte(body), &around))
				body = string(around[e.Data])
			}
			drifts, err := interpreter.New(op).Drifts(body)
			if before.Response.Shown {
				want, wantErr := interpreter.New(before).Drifts(body)
				require.Equal(t, wantErr, err)
				require.Equal(t, want, drifts, "%s %s", op, body)
				continue
			}
			require.NoError(t, err)
			require.Empty(t, drifts, "%s %s", op, body)
		}
	}
}

// The page about learning lists the findings with their levels.
func TestRulesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/truth.md")
	require.NoError(t, err)
	for _, r := range rules {
		require.Regexp(t, "(?m)^\\| .*`"+r.ID+"`.* \\| "+string(r.Level)+" \\|", string(page))
	}
	require.Len(t, Rules(), len(rules))
}

// Facts that the rest of the catalog does not allow are omitted and reported: here, a map beside
// the members of an envelope.
func TestFactsThatTheCatalogForbidsAreLeftOut(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
envelope: {success: ok}
areas: {a: {operations: {get: {}, list: {}}}}
`))
	require.Empty(t, problems, "%s", problems)
	body := `{"ok":true`
	for i := range 60 {
		body += fmt.Sprintf(`,"key%d":1`, i)
	}
	text, bodies := play(t, c, "1 a.get 200 "+body+"}\n6 a.list 200 {\"ok\":true,\"list_id\":1}\n", nil)
	result := Learn(c, summed(t, text), nil)
	accepted(t, c, result, bodies)
	require.Equal(t, 1, result.Shown)
	require.Len(t, result.Findings, 1)
	require.Equal(t, leftOut.ID, result.Findings[0].Rule)
	require.Equal(t, "a.get", result.Findings[0].Path)
}

// Many empty responses prove nothing if they come from few requests.
func TestFewRequestsShowNothing(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte("catalog: 1\ninfo: {title: T, version: v1, package: p}\npath: /{operation}\nareas: {a: {operations: {get: {}, drop: {}}}}\n"))
	require.Empty(t, problems)
	for requests, known := range map[int]bool{2: false, 3: true} {
		var b bytes.Buffer
		r, err := recording.New(&b)
		require.NoError(t, err)
		for i := range 40 {
			request := []byte(strconv.Itoa(i % requests))
			r.Add(recording.Call{Operation: "a.drop", Request: request, Status: 204})
			r.Add(recording.Call{Operation: "a.get", Request: request, Response: []byte(`{"id":1,"gone":null}`), Status: 200})
		}
		result := Learn(c, summed(t, b.String()), nil)
		require.Equal(t, known, strings.Contains(string(result.Overlay), "type: none"), "%s", result.Overlay)
		require.Equal(t, known, strings.Contains(string(result.Overlay), "gone:"), "%s", result.Overlay)
	}
}
