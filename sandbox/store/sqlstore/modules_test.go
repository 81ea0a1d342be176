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

// TestLibcIsTheOneThatSQLiteWasTestedWith checks that libc is the version that sqlite was made and tested with.
func TestLibcIsTheOneThatSQLiteWasTestedWith(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "modernc.org/sqlite").Output()
	require.NoError(t, err)
	var versions []string
	for _, file := range []string{"../../go.mod", filepath.Join(strings.TrimSpace(string(dir)), "go.mod")} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		versions = append(versions, regexp.MustCompile(`modernc.org/libc v\S+`).FindString(string(text)))
	}
	require.NotEmpty(t, versions[0])
	require.Equal(t, versions[1], versions[0])
}
