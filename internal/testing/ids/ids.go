// Package ids lists the kinds of problems that packages declare in their source.
package ids

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// constant matches a line such as
//
//	BadPlace catalog.ID = "bad-place" // a place begins with neither an operation nor a record
var constant = regexp.MustCompile(`(?m)^\t\w+ +(?:\w+\.)?ID += "([^"]*)"(.*)$`)

// Declared returns the constants of type ID in the Go files of folders. Each has a comment
// that describes what is refused.
func Declared(t *testing.T, folders ...string) (ids []string) {
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, m := range constant.FindAllStringSubmatch(string(text), -1) {
				require.Regexp(t, `^ +// \S`, m[2], "%s has no comment", m[1])
				ids = append(ids, m[1])
			}
		}
	}
	require.NotEmpty(t, ids)
	return ids
}
