package generator

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/vectors"
	"example.com/opgen/internal/testing/long"
)

// longest is a name in the catalog that is longer in Go than every other.
const longest = "the_longest_of_all_names_that_this_catalog_has_ever_seen"

// change is lines above a line of the catalog, which is below another one.
type change struct{ below, above, lines string }

// changed returns the text of the service's catalog with changes, and what is generated from it.
func changed(t *testing.T, changes ...change) (text string, files map[string]string) {
	source, err := os.ReadFile("../spec/operations.yaml")
	require.NoError(t, err)
	text = string(source)
	for _, c := range changes {
		head, rest, found := strings.Cut(text, "\n"+c.below+"\n")
		require.True(t, found, c.below)
		middle, tail, found := strings.Cut(rest, "\n"+c.above)
		require.True(t, found, c.above)
		text = head + "\n" + c.below + "\n" + middle + "\n" + c.lines + "\n" + c.above + tail
	}
	return text, generated(t, text)
}

// generated returns what is generated from a catalog.
func generated(t *testing.T, text string) map[string]string {
	c, problems := catalog.Parse("operations.yaml", []byte(text))
	require.Empty(t, problems)
	set, err := vectors.Load("../spec/vectors", c)
	require.NoError(t, err)
	files, err := Emit(c, set, Config{Source: "operations.yaml", Import: "example.com/merged/gen"})
	require.NoError(t, err)
	contents := map[string]string{}
	for _, f := range files {
		contents[f.Path] = string(f.Content)
	}
	return contents
}

// A new field changes six lines for each struct that gains it, whatever its name
// and place.
func TestNewFieldChangesFewLines(t *testing.T) {
	_, base := changed(t)
	for place, above := range map[string]string{
		"in the middle":  "      external_system_reference:",
		"near the start": "      username:",
		"below others":   "      agent_ids:",
	} {
		_, files := changed(t, change{"  Contact:", above, "      " + longest + ": string"})
		lines := map[string]int{} // by file
		for name, content := range files {
			if content != base[name] && !strings.HasSuffix(name, "_test.go") {
				lines[name] = len(linesOnlyIn(content, base[name])) + len(linesOnlyIn(base[name], content))
			}
		}
		// Two requests include the fields of the record.
		require.Equal(t, map[string]int{"contacts/types.go": 3 * 2, "contacts/codec.go": 3 * 4}, lines, place)
	}
}

// linesOnlyIn returns the lines of a text that another one does not have as often.
func linesOnlyIn(text, other string) []string {
	others := map[string]int{}
	for line := range strings.Lines(other) {
		others[line]++
	}
	return slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(line string) bool {
		others[line]--
		return line == "" || others[line] >= 0
	})
}

// merged merges two versions of a text.
func merged(t *testing.T, base, ours, theirs string) string {
	if ours == base {
		return theirs
	}
	if theirs == base {
		return ours
	}
	dir := t.TempDir()
	args := []string{"merge-file", "-p"}
	for i, text := range []string{ours, base, theirs} {
		args = append(args, filepath.Join(dir, strconv.Itoa(i)))
		require.NoError(t, os.WriteFile(args[i+2], []byte(text), 0o644))
	}
	out, err := exec.Command("git", args...).Output()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// Branches that change the catalog in different places merge, and what was merged
// is what would be generated.
func TestBranchesMerge(t *testing.T) {
	long.SkipUnlessFull(t, "the whole catalog is generated twenty times")
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("NOT RUN: git is not installed")
	}
	text, base := changed(t)
	operation := func(prefix string) string {
		return "      " + prefix + "_" + longest + ":\n        summary: Does what it says.\n        fields: {" + prefix + "_" + longest + ": string, pin: {type: string, sensitive: true}}"
	}
	const contact = "  Contact:"
	for name, pair := range map[string][2]change{
		"operations of two areas": {
			{"  claims:", "      get_claim:", operation("do")},
			{"  signatures:", "      get_signatures:", operation("do")},
		},
		"operations of one area": {
			{"  contacts:", "      create_contact:", operation("assign")},
			{"  contacts:", "      update_contact:", operation("list")},
		},
		"fields of a record": {
			{contact, "      position:", "      one_" + longest + ": string"},
			{contact, "      agency_group_id:", "      another_" + longest + ": string"},
		},
		"sensitive fields of a record": {
			{contact, "      position:", "      one_" + longest + ": {type: string, sensitive: true}"},
			{contact, "      agency_group_id:", "      another_" + longest + ": {type: string, sensitive: true}"},
		},
		"areas": {
			{"areas:", "  claims:", "  appraisals_" + longest + ":\n    operations:\n" + operation("get")},
			{"areas:", "  signatures:", "  reinsurance_" + longest + ":\n    operations:\n" + operation("get")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			ourText, ours := changed(t, pair[0])
			theirText, theirs := changed(t, pair[1])
			want := generated(t, merged(t, text, ourText, theirText))
			all := maps.Clone(ours)
			maps.Copy(all, theirs)
			require.Len(t, all, len(want))
			for name, content := range want {
				got := merged(t, base[name], ours[name], theirs[name])
				require.True(t, content == got, "%s is not what would be generated", name)
			}
		})
	}
}

// A reviewer sees all of a line, unless it is a signature or one long text.
func TestLinesAreShort(t *testing.T) {
	_, files := changed(t)
	for name, content := range files {
		for line := range strings.Lines(content) {
			text := strings.TrimSpace(line)
			signature := strings.HasPrefix(text, "func ") || strings.Contains(text, "Func func(ctx ")
			literal := strings.Count(text, `"`) <= 2 || strings.Count(text, "`") == 2
			require.True(t, len(line) <= 200 || signature || literal, "%s: %s", name, text)
		}
	}
}
