package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The command builds for other common systems, and so do the packages that have files for
// certain systems, with their tests.
func TestOtherSystems(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			system += "/" + runtime.GOARCH
			crossGo(t, system, "build", "-o", t.TempDir(), "./cmd/gen")
			packages := strings.Fields(crossGo(t, system, "list", "-f", "{{if .IgnoredGoFiles}}{{.ImportPath}}{{end}}", "./..."))
			require.NotEmpty(t, packages)
			crossGo(t, system, append([]string{"vet"}, packages...)...)
		})
	}
}

// crossGo runs the go command at the root of the repository for another system.
func crossGo(t *testing.T, system string, args ...string) string {
	goos, goarch, _ := strings.Cut(system, "/")
	out, err := run(t, "..", []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0"}, "go",
		args...)
	require.NoError(t, err, "go %q\n%s", args, out)
	return out
}

// The command writes the same bytes on the other systems that this one can run: with words
// of 32 bits, and in WebAssembly.
func TestOtherSystemsGenerateTheSame(t *testing.T) {
	t.Parallel()
	commands := [][]string{{"docs"}, {"openapi"}, {"list", "--format", "json"}}
	for system, runner := range map[string][]string{
		"linux/386":     nil,
		"js/wasm":       {"node", "--stack-size=8192", filepath.Join(goEnv(t, "GOROOT"), "lib", "wasm", "wasm_exec_node.js")},
		"windows/amd64": {"wine"},
	} {
		t.Run(system, func(t *testing.T) {
			if runner == nil && (runtime.GOOS != "linux" || runtime.GOARCH != "amd64") {
				t.Skip("NOT RUN: this system runs no program of " + system)
			}
			if runner != nil {
				if _, err := exec.LookPath(runner[0]); err != nil {
					t.Skip("NOT RUN: a program of " + system + " needs " + runner[0])
				}
			}
			name := filepath.Join(t.TempDir(), "gen.exe")
			crossGo(t, system, "build", "-o", name, "./cmd/gen")
			run := func(args ...string) string {
				words := slices.Concat(runner, []string{name}, args)
				cmd := exec.Command(words[0], words[1:]...)
				cmd.Dir = ".."
				// The WebAssembly runner accepts only a small environment.
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				return string(out)
			}
			// check compares each file with what gen would write.
			require.Contains(t, run("check"), " files up to date\n")
			for _, args := range commands {
				require.True(t, run(args...) == string(gen(t, args...)), "gen %q prints something else", args)
			}
		})
	}
}
