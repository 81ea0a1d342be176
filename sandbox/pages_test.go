package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/templates"
)

var (
	session = regexp.MustCompile("(?ms)^<!-- sandbox -->\n```console\n(.*?)^```$")
	moment  = regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d\.\d+ (.*) [\d.]+[µm]?s`)
	instant = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z`)
)

// The sessions in README.md and docs/sandbox.md show what the sandbox prints. Each one starts a
// sandbox; a shell runs the other lines.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	gen := filepath.Join(t.TempDir(), "gen")
	out, err := exec.Command("go", "build", "-C", "..", "-o", gen, "./cmd/gen").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, page := range []string{"../README.md", "../docs/sandbox.md", "../docs/call.md"} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			sessions := session.FindAllStringSubmatch(string(text), -1)
			require.NotEmpty(t, sessions)
			whole := string(text)
			for _, s := range sessions {
				whole = strings.Replace(whole, s[1], play(t, gen, s[1]), 1)
			}
			if *update {
				require.NoError(t, os.WriteFile(page, []byte(whole), 0o644))
				return
			}
			require.True(t, string(text) == whole, "the output differs; to accept it: go test -C sandbox . -run TestPagesShowWhatIsPrinted -update\n%s", whole)
		})
	}
}

// The resources in docs/start.md fit the catalog of gen init.
func TestResourcesOfTheStartPageFit(t *testing.T) {
	var spec bytes.Buffer
	require.NoError(t, templates.Start.ExecuteTemplate(&spec, "operations.yaml.tmpl", map[string]any{"Package": "shop"}))
	c, problems := catalog.Parse("operations.yaml", spec.Bytes())
	require.Empty(t, problems)
	b, err := behavior.Load(c, "testdata/start/resources.yaml")
	require.NoError(t, err)
	require.Len(t, b.Operations, 2)
}

// play runs the commands of a session, and returns it with their output. Commands of gen run in
// the root of the repository, and may fail.
func play(t *testing.T, gen, session string) string {
	var b strings.Builder
	var s *started
	dir, state := t.TempDir(), t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "testdata"), os.DirFS("testdata")))
	for command := range strings.SplitSeq(strings.TrimPrefix(session, "$ "), "\n$ ") {
		line, _, _ := strings.Cut(strings.TrimSuffix(command, "\n"), "\n")
		b.WriteString("$ " + line + "\n")
		words, isSandbox := strings.CutPrefix(line, "go run -C sandbox .")
		if s == nil {
			require.True(t, isSandbox, line)
			words, quiet := strings.CutSuffix(words, " >/dev/null &")
			var err error
			s, err = launch(dir, state, strings.Fields(words)...)
			require.NoError(t, err)
			t.Cleanup(func() { s.Kill(); <-s.ended })
			if !quiet {
				b.WriteString(s.usual(s.greeting) + "\n")
			}
			continue
		}
		if isSandbox {
			line = "sandbox" + words + " --address " + s.address
		}
		if args, isGen := strings.CutPrefix(line, "gen "); isGen {
			b.WriteString(runGen(gen, args, s))
			continue
		}
		shell := exec.Command("sh", "-c", strings.ReplaceAll(line, "http://127.0.0.1:8080", s.address))
		shell.Env = append(os.Environ(), "XDG_STATE_HOME="+state)
		out, err := shell.Output()
		require.NoError(t, err, line)
		printed := moment.ReplaceAllString(s.usual(string(out)), "12:00:00.000 $1 90µs")
		printed = strings.TrimSuffix(instant.ReplaceAllString(printed, "2030-01-31T12:00:00Z"), "\n")
		if printed != "" {
			b.WriteString(printed + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n") + "\n"
}

// runGen runs a command of gen against the sandbox, and returns what it prints.
func runGen(gen, args string, s *started) string {
	shell := exec.Command("sh", "-c", gen+" "+args)
	shell.Dir = ".."
	shell.Env = append(os.Environ(), "OPGEN_URL="+s.address)
	out, _ := shell.CombinedOutput()
	return s.usual(string(out))
}
