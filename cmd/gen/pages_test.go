package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/live/verify/baseline"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/templates"
)

// docs/truth.md shows files of gen verify that can be read, and names flags that exist.
func TestPageOfVerifyShowsFilesAndFlagsThatExist(t *testing.T) {
	page, err := os.ReadFile("../../docs/truth.md")
	require.NoError(t, err)
	c, err := catalog.Load("../../spec/operations.yaml")
	require.NoError(t, err)
	_, page, _ = bytes.Cut(page, []byte("\n## gen verify\n"))
	blocks := regexp.MustCompile("(?s)<!-- TestPageOfVerifyShowsFilesAndFlagsThatExist -->\n```yaml\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 2)
	_, err = verify.ParseFixtures(yamldoc.Source{Name: "fixtures.yaml", Text: blocks[0][1]}, c)
	require.NoError(t, err)
	b, err := baseline.Parse(yamldoc.Source{Name: "verify.yaml", Text: blocks[1][1]})
	require.NoError(t, err)
	require.Equal(t, string(blocks[1][1]), string(b.Text()), "as gen verify --update writes it")
	flags := newVerify(new(flags)).Flags()
	for _, m := range regexp.MustCompile("`--([a-z-]+)").FindAllSubmatch(page, -1) {
		require.NotNil(t, flags.Lookup(string(m[1])), "--%s", m[1])
	}
}

// The job for GitLab that the documentation shows, and that the tests of reviews
// run, is the one that init writes.
func TestJobForGitLabIsTheOneOfInit(t *testing.T) {
	job := startFile(t, "gitlab.yaml.tmpl", map[string]any{
		"Spec": targets.DefaultSpec, "Out": targets.DefaultOut,
	})
	name := filepath.Join("..", "..", "docs", "ci", "gitlab.yml")
	if *update {
		require.NoError(t, os.WriteFile(name, job, 0o644))
	}
	committed, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(committed), string(job), "update with: go test ./cmd/gen -run TestJobForGitLabIsTheOneOfInit -update")
}

// startFile renders a file that init writes.
func startFile(t *testing.T, template string, values any) []byte {
	var b bytes.Buffer
	require.NoError(t, templates.Start.ExecuteTemplate(&b, template, values))
	return b.Bytes()
}
