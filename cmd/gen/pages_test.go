package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages that commands print are committed as they print them.
func TestPrintedPages(t *testing.T) {
	for page, args := range map[string][]string{
		"change-rules.md": {"diff", "--rules"},
		"lint.md":         {"lint", "--rules"},
	} {
		var out, errs bytes.Buffer
		require.Zero(t, run(args, &out, &errs), errs.String())
		name := filepath.Join("..", "..", "docs", page)
		if *update {
			require.NoError(t, os.WriteFile(name, out.Bytes(), 0o644))
		}
		committed, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(committed), out.String(), "update with: go test ./cmd/gen -run TestPrintedPages -update")
	}
}

// The job for GitLab that the documentation shows, and that the tests of reviews
// run, is the one that init writes.
func TestJobForGitLab(t *testing.T) {
	job, err := render("gitlab.yaml.tmpl", map[string]any{"Spec": defaultSpec, "Out": defaultOut})
	require.NoError(t, err)
	name := filepath.Join("..", "..", "docs", "ci", "gitlab.yml")
	if *update {
		require.NoError(t, os.WriteFile(name, job, 0o644))
	}
	committed, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(committed), string(job), "update with: go test ./cmd/gen -run TestJobForGitLab -update")
}
