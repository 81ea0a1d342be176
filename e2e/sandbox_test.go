package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// sandboxed is a running sandbox of the insurance service.
type sandboxed struct{ address, token string }

var greeting = regexp.MustCompile(`(?m)^address  (\S+)\nconsole  .*#(\S+)$`)

// startSandbox runs the sandbox until the test ends. Its state is in memory.
func startSandbox(t *testing.T, args ...string) sandboxed {
	t.Helper()
	program, err := sandboxProgram()
	require.NoError(t, err)
	cmd := exec.Command(program,
		append([]string{"--listen", "127.0.0.1:0", "--db", "memory"}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.NoError(t, cmd.Wait(), "it ends cleanly")
	})
	text := make([]byte, 1<<16)
	n, err := stdout.Read(text) // it is written at once
	require.NoError(t, err)
	found := greeting.FindStringSubmatch(string(text[:n]))
	require.NotNil(t, found, "%s", text[:n])
	return sandboxed{found[1], found[2]}
}

// sandboxProgram builds the sandbox, once, beside the command.
var sandboxProgram = sync.OnceValues(func() (string, error) {
	program := filepath.Join(filepath.Dir(command), "sandbox")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "../sandbox"
	build.Stderr = os.Stderr
	return program, build.Run()
})

// A published third-party client of the insurance service works with the sandbox, with a key
// in the body and with OAuth 2.
func TestThirdPartyClient(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the client is installed, and the sandbox compiled")
	}
	packages := pip(t, "britecore-sdk==2.5.1")
	script, err := filepath.Abs("testdata/sdk.py")
	require.NoError(t, err)
	dir := t.TempDir()
	callers := filepath.Join(dir, "callers")
	require.NoError(t, os.WriteFile(callers, []byte("example:made-up-secret\n"), 0o600))

	for name, credentials := range map[string][]string{"key": {"made-up-secret"}, "oauth": {"example", "made-up-secret"}} {
		t.Run(name, func(t *testing.T) {
			base := startSandbox(t, "--profile", "sdk", "--auth", "catalog", "--callers", callers).address
			call := func(credentials ...string) (string, error) {
				return run(t, dir, []string{"PYTHONPATH=" + packages}, "python3",
					append([]string{script, base, name}, credentials...)...)
			}
			out, err := call(credentials...)
			require.NoError(t, err, out)
			for _, functions := range []string{"contact", "claim", "seeded", "quote", "commission", "other", "renamed"} {
				require.Contains(t, out, functions+"_functions work\n")
			}
			credentials[len(credentials)-1] = "wrong"
			out, err = call(credentials...)
			require.Error(t, err, out)
		})
	}
}
