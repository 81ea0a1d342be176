package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
)

// A third-party client is recorded while it calls the sandbox. The learned overlay results
// in Go types, and a program reads their fields.
func TestLearnedFromAClient(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the client is installed, and code is generated and compiled")
	}
	packages := pip(t, "britecore-sdk==2.5.1")
	script, err := filepath.Abs("testdata/sdk.py")
	require.NoError(t, err)
	dir := integrator(t)
	const secret = "made-up-secret"
	callers := filepath.Join(t.TempDir(), "callers")
	require.NoError(t, os.WriteFile(callers, []byte("example:"+secret+"\n"), 0o600))
	s := startSandbox(t, "--profile", "sdk", "--auth", "catalog", "--callers", callers)

	const profile = "spec/overlays/sdk.yaml"
	base, stop := startRecord(t, dir, "--to", s.address, "--overlay", profile, "--output",
		"calls.jsonl")
	for range 5 { // keys seen in five bodies are named
		s.reset(t)
		out, err := run(t, dir, []string{"PYTHONPATH=" + packages}, "python3", script, base, "key",
			secret)
		require.NoError(t, err, out)
	}
	stop()
	require.NotContains(t, string(read(t, filepath.Join(dir, "calls.jsonl"))), secret)

	out, err := run(t, dir, nil, command, "learn", "calls.jsonl", "--overlay", profile, "--output",
		"spec/learned.yaml")
	require.NoError(t, err, out)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "opgen.yaml"), []byte("settings: 1\ntargets:\n  insurance: {catalog: spec/operations.yaml, overlays: ["+profile+", spec/learned.yaml], out: gen}\n"), 0o600))
	out, err = run(t, dir, nil, command, "generate")
	require.NoError(t, err, out)
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/learned")))
	s.reset(t)
	out, err = run(t, dir, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, "go", "run", ".", s.address,
		secret)
	require.NoError(t, err, out)
	require.Equal(t, "typed fields of 44 operations\n", out)
}

// integrator returns the folder of a module that generates clients of the service.
func integrator(t *testing.T) string {
	root := repository(t)
	module := modfile.ModulePath(read(t, "../go.mod"))
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "spec"), os.DirFS("../spec")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/integrator\n\ngo 1.26.0\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => "+root+"\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), read(t, "../go.sum"), 0o600))
	return dir
}

// reset returns the world of the sandbox to its seeds.
func (s sandboxed) reset(t *testing.T) {
	r, err := http.NewRequest(http.MethodPost, s.address+"/_sandbox/reset", strings.NewReader("{}"))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusOK, res.StatusCode)
}

var proxied = regexp.MustCompile(`(?m)^address +(\S+)$`)

// startRecord starts gen record on a free port. It returns its address, and a function that
// ends it.
func startRecord(t *testing.T, dir string, args ...string) (base string, stop func()) {
	t.Helper()
	cmd := exec.Command(command,
		append([]string{"record", "--listen", "127.0.0.1:0", "--quiet"}, args...)...)
	cmd.Dir = dir
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		if cmd.ProcessState == nil { // the test ended before it
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	text := make([]byte, 1<<16)
	n, err := stderr.Read(text) // it is written at once
	require.NoError(t, err)
	found := proxied.FindStringSubmatch(string(text[:n]))
	require.NotNil(t, found, "%s", text[:n])
	return found[1], func() {
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.NoError(t, cmd.Wait(), "it ends cleanly")
	}
}

// Code generated with the published facts of the insurance service passes its tests.
func TestPublishedOverlay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the code is generated and compiled")
	}
	dir := integrator(t)
	for _, do := range []string{"generate", "check"} {
		out, err := run(t, dir, nil, command, do, "--overlay", "spec/overlays/published.yaml")
		require.NoError(t, err, "gen %s: %s", do, out)
	}
	goIn(t, dir, nil, "vet", "./gen/...")
	goIn(t, dir, nil, "test", "./gen/...")
}
