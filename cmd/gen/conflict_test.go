package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/random"
)

// Conflict markers are named in every file that gen reads.
func TestConflictMarkersAreNamedInEveryFile(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("vectors", 0o777))
	usual := map[string]string{
		"go.mod": "module example.com/x\n\ngo 1.26\n", "c.yaml": random.Injected("", "x").YAML(), "over.yaml": "overlay: 1\n",
		"vectors/things.yaml": "vectors: 1\noperations: {}\n", "opgen.yaml": "settings: 1\ntargets: {a: {catalog: c.yaml, overlays: [over.yaml]}}\n",
	}
	for name, text := range usual {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for name, text := range usual {
		if name == "go.mod" {
			continue
		}
		require.NoError(t, os.WriteFile(name, []byte(text+"<<<<<<< ours\nx: 1\n=======\nx: 2\n>>>>>>> theirs\n"), 0o666))
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitFailed, run([]string{"check"}, &stdout, &stderr), name)
		require.Regexp(t, `(?m)^`+name+`:\d+:1: syntax: a conflict marker of a merge`, stderr.String())
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
}
