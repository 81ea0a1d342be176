package sqlstore_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func requires(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\s*(?:require )?(\S+\.\S+/\S+) (v\S+)`).FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = m[2]
	}
	require.NotEmpty(t, all)
	return all
}

// TestModules checks that nobody who imports the bindings inherits databases, and that
// libc is the version that sqlite was made and tested with.
func TestModules(t *testing.T) {
	sandbox := requires(t, "../../go.mod")
	for name := range requires(t, "../../../go.mod") {
		for _, own := range []string{"modernc.org/", "github.com/jackc/", "github.com/pressly/"} {
			require.False(t, strings.HasPrefix(name, own), "%s belongs to the module of the sandbox alone", name)
		}
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "modernc.org/sqlite").Output()
	require.NoError(t, err)
	sqlite := requires(t, filepath.Join(strings.TrimSpace(string(dir)), "go.mod"))
	require.NotEmpty(t, sqlite["modernc.org/libc"])
	require.Equal(t, sqlite["modernc.org/libc"], sandbox["modernc.org/libc"])
}
