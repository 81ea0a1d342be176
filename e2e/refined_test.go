package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is learned of members that a catalog leaves open gives Go types, and a program reads
// them. An answer with another type is read too.
func TestRefined(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN: code is generated and compiled")
	}
	dir := integrator(t)
	for name, text := range map[string]string{
		"opgen.yaml": "settings: 1\ntargets:\n  claims: {catalog: catalog.yaml, overlays: [learned.yaml], out: gen}\n",
		"catalog.yaml": `catalog: 1
info: {title: Claims, version: v1, package: example}
path: /api/{area}/{operation}
records:
  Note: {open: true, fields: {text: unspecified}}
areas:
  claims:
    operations:
      get: {summary: Reads a claim., effect: read, response: {lenient: true, fields: {claim: object, notes: [Note]}}}
`,
		"calls.jsonl": `{"opgen":"recording","version":1,"id":"EXAMPLE","day":"2026-11-22"}
{"operation":"claims.get","status":200,"response":{"seen":1,"object":1,"members":{"claim":{"seen":1,"object":1,"members":{"claim_id":{"seen":1,"integer":1},"parts":{"seen":1,"array":1,"items":{"seen":1,"object":1,"members":{"cost":{"seen":1,"string":1}}}}}},"notes":{"seen":1,"array":1,"items":{"seen":1,"object":1,"members":{"text":{"seen":1,"string":1},"author":{"seen":1,"string":1}}}}}}}
`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out, err := run(t, dir, nil, command, "learn", "calls.jsonl", "--spec", "catalog.yaml", "--output", "learned.yaml")
	require.NoError(t, err, out)
	out, err = run(t, dir, nil, command, "generate")
	require.NoError(t, err, out)
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/refined")))
	out = goIn(t, dir, nil, "run", ".")
	require.Equal(t, `7 1 hello A
/claim/claim_id: an integer, not string
/notes/0/text: a string, not number
0 0  
`, out)
	first := read(t, filepath.Join(dir, "learned.yaml"))
	out, err = run(t, dir, nil, command, "learn", "calls.jsonl", "--output", "learned.yaml")
	require.NoError(t, err, out)
	require.Equal(t, string(first), string(read(t, filepath.Join(dir, "learned.yaml"))), "a second run writes the same")
}
