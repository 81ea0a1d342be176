package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/report"
)

// What a file is can be told by its beginning, also if it is compressed. Nothing of it is
// taken away.
func TestBeginning(t *testing.T) {
	recorded := `{"opgen":"recording","version":1,"id":"A","day":"2026-11-22"}` + "\n"
	archive := `{"log": {"entries": [` + strings.Repeat(" ", 10_000) + `]}}`
	for text, isArchive := range map[string]bool{"": false, recorded: false, archive: true, learn.SummaryStart: false} {
		var zipped bytes.Buffer
		z := gzip.NewWriter(&zipped)
		_, err := io.WriteString(z, text)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		for _, file := range []string{text, zipped.String()} {
			in := bufio.NewReader(strings.NewReader(file))
			require.Equal(t, isArchive, har.Is(beginning(in)), text)
			rest, err := io.ReadAll(in)
			require.NoError(t, err)
			require.Equal(t, file, string(rest))
		}
	}
}

// After Ctrl-C, nothing that was learned before is lost.
func TestInterruptedLearning(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(at(name), []byte(text), 0o644))
	}
	write("catalog.yaml", "catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\nareas: {a: {operations: {get: {}}}}\n")
	var calls bytes.Buffer
	rec, err := recording.New(&calls)
	require.NoError(t, err)
	for range 6 {
		rec.Add(recording.Call{Operation: "a.get", Status: 200, Response: []byte(`{"get_id":1}`)})
	}
	write("calls.jsonl", calls.String())
	learning := func(ctx context.Context, summary string) error {
		g := &learning{flags: &flags{spec: at("catalog.yaml")}, files: []string{at("calls.jsonl")}, summary: summary, output: at("learned.yaml"), report: newReportFlags(report.Error)}
		return g.run(ctx, io.Discard, io.Discard)
	}
	require.NoError(t, learning(t.Context(), at("known.json")))
	before := map[string]string{}
	for _, name := range []string{"known.json", "learned.yaml"} {
		text, err := os.ReadFile(at(name))
		require.NoError(t, err)
		require.Contains(t, string(text), "get_id")
		before[name] = string(text)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, summary := range []string{at("known.json"), ""} {
		require.ErrorContains(t, learning(ended, summary), "interrupted")
		for name, want := range before {
			text, err := os.ReadFile(at(name))
			require.NoError(t, err)
			require.Equal(t, want, string(text))
		}
	}
}

// Ctrl-C ends the reading of the standard input also while nothing comes.
func TestInterruptedWithSilentInput(t *testing.T) {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	defer out.Close()
	defer in.Close()
	was := os.Stdin
	os.Stdin = in
	defer func() { os.Stdin = was }()
	spec := filepath.Join(t.TempDir(), "catalog.yaml")
	require.NoError(t, os.WriteFile(spec, []byte("catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\nareas: {a: {operations: {get: {}}}}\n"), 0o644))
	known := filepath.Join(t.TempDir(), "known.json")
	g := &learning{flags: &flags{spec: spec}, files: []string{stdinFlag}, summary: known, report: newReportFlags(report.Error)}
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- g.run(ctx, io.Discard, io.Discard) }()
	_, err = io.WriteString(out, `{"opgen":"recording","version":1,"id":"A","day":"2026-11-22"}`+"\n"+`{"operation":"a.get","status":204}`+"\n")
	require.NoError(t, err)
	end()
	select {
	case err := <-ended:
		require.ErrorContains(t, err, "interrupted")
	case <-time.After(time.Minute):
		out.Close()
		<-ended
		require.Fail(t, "it waits for the input")
	}
}

// What another run learned while this one reads is not lost.
func TestLearningAtOneTime(t *testing.T) {
	in, out, err := os.Pipe()
	require.NoError(t, err)
	defer in.Close()
	was := os.Stdin
	os.Stdin = in
	defer func() { os.Stdin = was }()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("catalog.yaml"), []byte("catalog: 1\ninfo: {title: Example, version: v1, package: example}\npath: /api/{area}/{operation}\nareas: {a: {operations: {get: {}, list: {}}}}\n"), 0o644))
	recorded := func(id, operation string) string {
		return `{"opgen":"recording","version":1,"id":"` + id + `","day":"2026-11-22"}` + "\n" + `{"operation":"` + operation + `","status":200,"response":{"seen":1,"string":1}}` + "\n"
	}
	require.NoError(t, os.WriteFile(at("other.jsonl"), []byte(recorded("B", "a.list")), 0o644))
	run := func(file string) error {
		g := &learning{flags: &flags{spec: at("catalog.yaml")}, files: []string{file}, summary: at("known.json"), output: at("learned.yaml"), report: newReportFlags(report.Error)}
		return g.run(t.Context(), io.Discard, io.Discard)
	}
	ended := make(chan error, 1)
	go func() { ended <- run(stdinFlag) }()
	for range 3 { // more than a pipe holds, so that it has read the summary
		_, err = io.WriteString(out, recorded("A", "a.get")+strings.Repeat("\n", 100_000))
		require.NoError(t, err)
	}
	require.NoError(t, run(at("other.jsonl")))
	require.NoError(t, out.Close())
	require.NoError(t, <-ended)
	known, err := os.ReadFile(at("known.json"))
	require.NoError(t, err)
	overlay, err := os.ReadFile(at("learned.yaml"))
	require.NoError(t, err)
	for _, operation := range []string{"get", "list"} {
		require.Contains(t, string(known), "a."+operation)
		require.Contains(t, string(overlay), operation+":")
	}
}
