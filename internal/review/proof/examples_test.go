package proof

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/review/diff"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// The examples of the fixtures of gen diff are those of testdata, so that a change of a search shows
// what readers get instead.
func TestExamplesOfFixtures(t *testing.T) {
	const file = "testdata/examples.txt"
	var all strings.Builder
	for _, folder := range []string{"rules", "cases"} {
		files, err := filepath.Glob("../diff/testdata/" + folder + "/*.txtar")
		require.NoError(t, err)
		for _, file := range files {
			f := fixtureOf(t, file)
			name := folder + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar")
			all.WriteString(examplesOf(name, f.forth()))
			if folder == "rules" { // the cases would take too long
				all.WriteString(examplesOf(name+", back", f.back()))
			}
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(all.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	const command = "go test ./internal/review/proof -run TestExamplesOfFixtures -update"
	require.Equal(t, string(want), all.String(), command)
}

// examplesOf lists the examples of changes.
func examplesOf(name string, changes []diff.Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s: %s %s %s\n", name, c.Verdicts, c.Rule, c.Path)
		e := c.Example
		if e == nil {
			continue
		}
		fmt.Fprintf(&b, "\t%s: %s\n", e.Kind, e.Given)
		for _, text := range []string{e.Outcome, e.Instead} {
			if text != "" {
				fmt.Fprintf(&b, "\t%s\n", text)
			}
		}
	}
	return b.String()
}
