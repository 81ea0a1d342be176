//go:build unix

package hostile

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// TestCommandSurvivesHostileFiles gives large files to the command gen. Each run ends with an exit code
// that is documented, takes a bounded amount of memory and prints little. Links and files
// of others are tried in internal/project/output, texts and odd files in cmd/gen, and deep
// files in internal/catalog.
func TestCommandSurvivesHostileFiles(t *testing.T) {
	gen := builtGen(t)
	catalog := random.Injected("", "x").YAML()
	accepted := strings.Repeat("- {rule: doc-only, path: a, reason: x, until: 2999-01-01}\n", 8000)
	for name, files := range map[string]map[string]string{
		"comments":    {"spec/operations.yaml": catalog + strings.Repeat("# a comment\n", (16<<20)/12)},
		"keys":        {"spec/operations.yaml": "catalog: 1\n" + numbered("key%d: x\n", 50000)},
		"text":        {"spec/operations.yaml": "catalog: 1\ninfo: {title: " + strings.Repeat("x", 8<<20) + "}\n"},
		"zeros":       {"spec/operations.yaml": strings.Repeat("\x00", 8<<20)},
		"binary":      {"spec/operations.yaml": strings.Repeat("\xff\xfe", 4<<20)},
		"acceptances": {"spec/operations.yaml": catalog, "opgen.yaml": "settings: 1\naccept:\n" + accepted},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			files["go.mod"] = "module example.org/m\n\ngo 1.26\n"
			for name, text := range files {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			for _, args := range [][]string{{}, {"lint"}} {
				cmd := exec.Command(gen, args...)
				cmd.Dir = dir
				out, _ := cmd.CombinedOutput()
				code, memory := cmd.ProcessState.ExitCode(), peak(cmd.ProcessState)
				t.Logf("gen %q: exit code %d, %s MiB", args, code, mebibyte(memory))
				require.Contains(t, []int{0, 1, 2}, code, "%.1000s", out)
				require.Less(t, memory, int64(1<<30))
				require.Less(t, len(out), 1<<20)
				require.False(t, bytes.ContainsFunc(out, func(r rune) bool { return r != '\n' && r != '\t' && unicode.IsControl(r) }))
			}
		})
	}
}

// builtGen builds the command and returns its path.
func builtGen(t *testing.T) string {
	long.SkipUnlessFull(t, "builds the command")
	gen := filepath.Join(t.TempDir(), "gen")
	out, err := exec.Command("go", "build", "-o", gen, "../../../cmd/gen").CombinedOutput()
	require.NoError(t, err, string(out))
	return gen
}

// peak is the number of bytes of memory that a process had at most.
func peak(s *os.ProcessState) int64 {
	most := int64(s.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "linux" { // others count bytes
		most <<= 10
	}
	return most
}
