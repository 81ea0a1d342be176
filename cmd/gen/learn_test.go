package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
)

// learningIn writes a catalog into a folder, and returns a function that runs gen learn there
// with the overlay learned.yaml.
func learningIn(t *testing.T, dir string) func(ctx context.Context, file, summary string) error {
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("catalog.yaml", []byte("catalog: 1\ninfo: {title: Example, version: v1, package: example}\n"+
		"path: /api/{area}/{operation}\nareas: {a: {operations: {get: {}, list: {}}}}\n"), 0o644))
	return func(ctx context.Context, file, summary string) error {
		l := &learnFlags{
			flags:   &flags{Selection: targets.Selection{Spec: "catalog.yaml"}},
			files:   []string{file},
			summary: summary,
			output:  "learned.yaml",
			report:  newReportFlags(report.Error),
		}
		return l.run(ctx, io.Discard, io.Discard)
	}
}

// recorded returns a recording of a call.
func recorded(id, operation string) string {
	return `{"opgen":"recording","version":1,"id":"` + id + `","day":"2026-11-22"}` + "\n" +
		`{"operation":"` + operation + `","status":200,"response":{"seen":1,"string":1}}` + "\n"
}

// pipedStdin makes the standard input a pipe for the test, and returns its other end.
func pipedStdin(t *testing.T) io.WriteCloser {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	was := os.Stdin
	os.Stdin = in
	t.Cleanup(func() { os.Stdin = was; out.Close(); in.Close() })
	return out
}

// After Ctrl-C, nothing that was learned before is lost, and a silent standard input does not
// block.
func TestInterruptedLearningChangesNothing(t *testing.T) {
	learn := learningIn(t, t.TempDir())
	require.NoError(t, os.WriteFile("calls.jsonl", []byte(recorded("A", "a.get")), 0o644))
	require.NoError(t, learn(t.Context(), "calls.jsonl", "known.json"))
	files := func() string {
		summary, err := os.ReadFile("known.json")
		require.NoError(t, err)
		overlay, err := os.ReadFile("learned.yaml")
		require.NoError(t, err)
		return string(summary) + string(overlay)
	}
	before := files()
	require.Contains(t, before, "a.get")
	ended, end := context.WithCancel(t.Context())
	end()
	for _, summary := range []string{"known.json", ""} {
		require.ErrorContains(t, learn(ended, "calls.jsonl", summary), "interrupted")
		require.Equal(t, before, files())
	}

	out := pipedStdin(t)
	ctx, end := context.WithCancel(t.Context())
	silent := make(chan error, 1)
	go func() { silent <- learn(ctx, targets.Stdin, "known.json") }()
	_, err := io.WriteString(out, recorded("A", "a.get"))
	require.NoError(t, err)
	end()
	select {
	case err := <-silent:
		require.ErrorContains(t, err, "interrupted")
	case <-time.After(time.Minute):
		require.Fail(t, "it waits for the input")
	}
}

// What another run learned in the meantime is not lost.
func TestTwoLearnersAtOneTimeLoseNothing(t *testing.T) {
	out := pipedStdin(t)
	learn := learningIn(t, t.TempDir())
	require.NoError(t, os.WriteFile("other.jsonl", []byte(recorded("B", "a.list")), 0o644))
	ended := make(chan error, 1)
	go func() { ended <- learn(t.Context(), targets.Stdin, "known.json") }()
	for range 3 { // more than a pipe holds, so that it has read the summary
		_, err := io.WriteString(out, recorded("A", "a.get")+strings.Repeat("\n", 100_000))
		require.NoError(t, err)
	}
	require.NoError(t, learn(t.Context(), "other.jsonl", "known.json"))
	require.NoError(t, out.Close())
	require.NoError(t, <-ended)
	for name, mark := range map[string]string{"known.json": "a.%s", "learned.yaml": "%s:"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, operation := range []string{"get", "list"} {
			require.Contains(t, string(text), fmt.Sprintf(mark, operation))
		}
	}
}
