package proof

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
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
	requireGolden(t, file, all.String())
}

// The examples of testdata/pairs.txtar are those of pairs.txt. Each pair is about a place or a search
// that no fixture of gen diff has.
func TestExamplesOfPairs(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/pairs.txtar")
	require.NoError(t, err)
	var all strings.Builder
	for pair := range slices.Chunk(archive.Files, 2) {
		name := strings.TrimSuffix(pair[0].Name, "/base.yaml")
		require.Equal(t, name+"/head.yaml", pair[1].Name)
		base, head := read(t, string(pair[0].Data)), read(t, string(pair[1].Data))
		all.WriteString(examplesOf(name, found(base, head)))
		all.WriteString(examplesOf(name+", back", found(head, base)))
	}
	requireGolden(t, "testdata/pairs.txt", all.String())
}

// requireGolden compares a text with a file, or writes the file.
func requireGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "go test ./internal/review/proof -run TestExamplesOf -update")
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
