package opgen

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// block is a fenced block of README.md: what is said about it, its fence, its
// language, and its text. A fence of four holds what has fences of three.
var block = regexp.MustCompile("(?ms)^(?:<!-- (e2e|in [\\w/]+) -->\n)?(?:```(go|console)\n(.*?)^```|````(console)\n(.*?)^````)$")

// day is one that a command counts from today.
var day = regexp.MustCompile(`until: \d{4}-\d\d-\d\d`)

// What README shows as printed is what is printed, and what it shows as Go is
// part of an example that compiles and runs.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	examples, err := os.ReadFile("internal/conformance/example_test.go")
	require.NoError(t, err)
	// What gen remembers is of this test alone; what is built may be shared.
	built, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	t.Setenv("GOCACHE", strings.TrimSpace(string(built)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	blocks := block.FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, blocks)
	for _, b := range blocks {
		if b[1] == "e2e" {
			continue // a session in another module, which e2e runs
		}
		if b[2] == "go" {
			indented := "\t" + strings.ReplaceAll(strings.TrimSpace(b[3]), "\n", "\n\t")
			require.Contains(t, string(examples), indented, "no example holds this")
			continue
		}
		line, want, _ := strings.Cut(strings.TrimPrefix(b[3]+b[5], "$ "), "\n")
		switch {
		case line == "go test ./...":
			continue // this is it
		case line == "go generate ./...":
			line = "go tool gen" // generate.go starts the same program
		}
		t.Run(line, func(t *testing.T) {
			words := strings.Fields(line)
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Dir = strings.TrimPrefix(b[1], "in ")
			out, _ := cmd.CombinedOutput()
			require.Equal(t, day.ReplaceAllString(want, ""), day.ReplaceAllString(strings.TrimSuffix(string(out), "exit status 1\n"), ""))
		})
	}
}
