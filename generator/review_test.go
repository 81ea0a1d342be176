package generator

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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

// repository is a repository of git with the service's catalog and what is
// generated from it.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("NOT RUN: git is not installed")
	}
	r := repository{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	text, err := os.ReadFile("../spec/operations.yaml")
	require.NoError(t, err)
	r.generate(string(text))
	r.commit()
	return r
}

func (r repository) git(args ...string) string {
	cmd := exec.Command("git", append([]string{"-C", r.dir, "-c", "user.name=T", "-c", "user.email=t@example.com"}, args...)...)
	// No setting of the machine decides how lines are compared and merged.
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	out, err := cmd.CombinedOutput()
	require.NoError(r.t, err, "git %v: %s", args, out)
	return string(out)
}

func (r repository) commit() {
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
}

func (r repository) catalog() string { return filepath.Join(r.dir, "operations.yaml") }

// generate writes a catalog and what is generated from it.
func (r repository) generate(text string) {
	require.NoError(r.t, os.WriteFile(r.catalog(), []byte(text), 0o644))
	for name, content := range r.emit() {
		path := filepath.Join(r.dir, "gen", filepath.FromSlash(name))
		require.NoError(r.t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(r.t, os.WriteFile(path, content, 0o644))
	}
}

// emit returns what is generated from the catalog.
func (r repository) emit() map[string][]byte {
	c, err := catalog.Load(r.catalog())
	require.NoError(r.t, err)
	set, err := vectors.Load("../spec/vectors", c)
	require.NoError(r.t, err)
	files, err := Emit(c, set, Config{Source: "operations.yaml", Import: "example.com/merged/gen"})
	require.NoError(r.t, err)
	contents := map[string][]byte{}
	for _, f := range files {
		contents[f.Path] = f.Content
	}
	return contents
}

// insert puts lines above a line of the catalog, which stands below another one,
// and generates.
func (r repository) insert(below, above, lines string) {
	text, err := os.ReadFile(r.catalog())
	require.NoError(r.t, err)
	head, rest, found := strings.Cut(string(text), "\n"+below+"\n")
	require.True(r.t, found, below)
	middle, tail, found := strings.Cut(rest, "\n"+above)
	require.True(r.t, found, above)
	r.generate(head + "\n" + below + "\n" + middle + "\n" + lines + "\n" + above + tail)
}

// changed returns how many lines outside of tests were changed in the work tree,
// by file.
func (r repository) changed() map[string]int {
	lines := map[string]int{}
	for line := range strings.Lines(r.git("diff", "--numstat", "--", "gen")) {
		var added, removed, name string
		_, err := fmt.Sscan(line, &added, &removed, &name)
		require.NoError(r.t, err)
		if !strings.HasSuffix(name, "_test.go") {
			a, _ := strconv.Atoi(added)
			b, _ := strconv.Atoi(removed)
			lines[strings.TrimPrefix(name, "gen/")] = a + b
		}
	}
	return lines
}

// A new field changes six lines for each struct that gains it, whatever its name
// and place.
func TestNewFieldChangesFewLines(t *testing.T) {
	r := newRepository(t)
	for place, above := range map[string]string{
		"in the middle":  "      external_system_reference:",
		"near the start": "      username:",
		"below others":   "      agent_ids:",
	} {
		r.insert("  Contact:", above, "      "+longest+": string")
		// Two requests include the fields of the record.
		require.Equal(t, map[string]int{"contacts/types.go": 3 * 2, "contacts/codec.go": 3 * 4}, r.changed(), place)
		r.git("checkout", "-q", ".")
	}
}

// Branches that change the catalog in different places merge, and what was merged
// is what would be generated.
func TestBranchesMerge(t *testing.T) {
	long.Only(t, "the whole catalog is generated twenty times")
	type change struct{ below, above, lines string }
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
			r := newRepository(t)
			for i, c := range pair {
				r.git("checkout", "-q", "-b", "branch"+strconv.Itoa(i), "main")
				r.insert(c.below, c.above, c.lines)
				r.commit()
			}
			r.git("merge", "-q", "branch0")
			for name, want := range r.emit() {
				got, err := os.ReadFile(filepath.Join(r.dir, "gen", filepath.FromSlash(name)))
				require.NoError(t, err)
				require.True(t, bytes.Equal(want, got), "%s is not what would be generated", name)
			}
		})
	}
}

// A reviewer sees all of a line, unless it is a signature or one long text.
func TestLinesAreShort(t *testing.T) {
	for name, content := range newRepository(t).emit() {
		for line := range strings.Lines(string(content)) {
			text := strings.TrimSpace(line)
			signature := strings.HasPrefix(text, "func ") || strings.Contains(text, "Func func(ctx ")
			literal := strings.Count(text, `"`) <= 2 || strings.Count(text, "`") == 2
			require.True(t, len(line) <= 200 || signature || literal, "%s: %s", name, text)
		}
	}
}
