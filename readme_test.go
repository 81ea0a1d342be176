package opgen

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// pages are the pages whose blocks are tested. The numbers say how many blocks of
// each kind they have, so that no block escapes the expression below.
var pages = map[string]map[string]int{
	"README.md":       {"yaml": 1, "go": 1, "console": 1, "sandbox": 1},
	"docs/call.md":    {"sandbox": 1, "not": 1},
	"docs/go.md":      {"file": 1, "go": 9},
	"docs/catalog.md": {"yaml": 13, "vectors": 2, "file": 1, "console": 1, "not": 2},
	"docs/review.md":  {"console": 3, "printed:": 1, "TestWorkflowsGiveCodeNoToken": 3},
	"docs/openapi.md": {"file": 1, "console": 1},
	"docs/start.md":   {"e2e": 1, "file": 1},
	"docs/truth.md":   {"e2e": 5, "TestPageOfVerifyShowsFilesAndFlagsThatExist": 2, "not": 1},
	"docs/sandbox.md": {"file": 1, "sandbox": 3},
}

// block is a fenced block. One with a fence of four backquotes contains fences
// of three. A comment above it may name the module or the test that runs it, the file that it
// shows or is printed to, or say why nothing runs it.
var block = regexp.MustCompile("(?ms)^(?:<!-- (e2e(?: [\\w.]+)?|sandbox|Test\\w+|not run: [^\\n]+|printed: [\\w.]+|is [\\w/.]+) -->\n)?(?:```(go|console|yaml)\n(.*?)^```|````(console|markdown)\n(.*?)^````)$")

// day is a date that a command counts from today.
var day = regexp.MustCompile(`until: \d{4}-\d\d-\d\d`)

// A page shows what commands really print, Go of an example that compiles and
// runs, and YAML of the shipped catalog.
func TestPagesShowWhatCommandsPrint(t *testing.T) {
	operations := read(t, "spec/operations.yaml")
	vectors := strings.Split(read(t, "spec/vectors/contacts.yaml")+read(t, "generator/testdata/envelope/vectors/things.yaml"), "\n")
	var examples strings.Builder
	files, err := filepath.Glob("internal/testing/conformance/example*_test.go")
	require.NoError(t, err)
	for _, name := range files {
		examples.WriteString(read(t, name))
	}
	for page, want := range pages {
		t.Run(page, func(t *testing.T) {
			got := map[string]int{}
			for _, b := range block.FindAllStringSubmatch(read(t, page), -1) {
				switch {
				case b[1] != "" && b[1][0] != 'i': // another test runs it, or none can
					got[strings.Fields(b[1])[0]]++
				case strings.HasPrefix(b[1], "is "): // a file of a test
					got["file"]++
					require.Equal(t, read(t, strings.TrimPrefix(b[1], "is ")), b[3])
				case b[2] == "go":
					got["go"]++
					require.True(t, strings.Contains(examples.String(), indented("\t", b[3])) || strings.Contains(examples.String(), "\n"+b[3]), "no example contains this:\n%s", b[3])
				case page == "docs/catalog.md" && strings.Contains(b[3], "    - name: "):
					got["vectors"]++
					require.Subset(t, vectors, strings.Split(b[3], "\n"))
				case b[2] == "yaml" && page == "docs/catalog.md":
					got["yaml"]++
					loadFragment(t, b[3])
				case b[2] == "yaml":
					got["yaml"]++
					require.Contains(t, operations, indented("      ", b[3]), "the catalog does not contain this")
				default:
					got["console"]++
					testSession(t, b[3]+b[5])
				}
			}
			require.Equal(t, want, got)
		})
	}
}

// around is the catalog around the fragments of docs/catalog.md.
const around = `{catalog: 1, info: {title: Page, version: v1, package: page}, path: "/{area}/{operation}", areas: {a: {operations: {op: {summary: Does it.}}}},
records: {Charge: {fields: {id: string}}, Contact: &r {fields: {warnings: [string]}}, Entry: *r, Malformed: *r, Message: *r, Note: *r, Notes: *r, Row: *r}}`

// loadFragment loads top-level keys, operations, or the fields of one.
func loadFragment(t *testing.T, text string) {
	var doc, fragment map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(around), &doc))
	require.NoError(t, yaml.Unmarshal([]byte(text), &fragment), text)
	operations := doc["areas"].(map[string]any)["a"].(map[string]any)["operations"].(map[string]any)
	for key, value := range fragment {
		switch entries, _ := value.(map[string]any); {
		case key == "records":
			maps.Copy(doc[key].(map[string]any), entries)
		case slices.Contains(catalog.Keys()["document"], key):
			doc[key] = value
		case key == "fields":
			operations["op"].(map[string]any)[key] = value
		default:
			entries["summary"] = "Does it."
			operations[key] = entries
		}
	}
	whole, err := json.Marshal(doc)
	require.NoError(t, err)
	_, problems := catalog.Parse("catalog.yaml", whole)
	require.Empty(t, problems, text)
}

// testSession runs a command and compares its output with the page. A line above it may
// change to a folder.
func testSession(t *testing.T, session string) {
	line, want, _ := strings.Cut(strings.TrimPrefix(session, "$ "), "\n")
	dir, changed := strings.CutPrefix(line, "cd ")
	if changed {
		line, want, _ = strings.Cut(strings.TrimPrefix(want, "$ "), "\n")
	} else {
		dir = "."
	}
	t.Run(line, func(t *testing.T) {
		words := strings.Fields(line)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		require.Equal(t, day.ReplaceAllString(want, ""), day.ReplaceAllString(strings.TrimSuffix(string(out), "exit status 1\n"), ""))
	})
}

func indented(by, text string) string {
	return by + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+by)
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

var (
	fence = regexp.MustCompile("(?ms)^````\\w*\n.*?^````$|^```\\w*\n.*?^```$")
	link  = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	// path is a path of this repository in running text. Paths of other
	// repositories have other names.
	path = regexp.MustCompile("`((?:api|bench|catalog|cmd|diff|docs|e2e|examples|gen|generator|internal|lint|openapi|reference|report|sandbox|spec|templates|tools|vectors)/[\\w./*-]+)`")
)

// Pages link to files and headings that exist, and name files and tests that exist.
func TestPagesNameFiles(t *testing.T) {
	names, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	decisions, err := filepath.Glob("docs/decisions/*.md")
	require.NoError(t, err)
	tests := testNames(t)
	for _, page := range slices.Concat([]string{"README.md", "CONTRIBUTING.md", "SECURITY.md"}, names, decisions) {
		for _, name := range testName.FindAllString(read(t, page), -1) {
			require.True(t, strings.Contains(tests, name), "%s names %s", page, name)
		}
		text := fence.ReplaceAllString(read(t, page), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			linked := filepath.Join(filepath.Dir(page), m[1])
			if m[1] == "" {
				linked = page
			}
			_, err := os.Stat(linked)
			require.NoError(t, err, "%s links to it", page)
			require.True(t, m[2] == "" || slices.Contains(anchors(read(t, linked)), m[2]), "%s links to #%s of %s", page, m[2], linked)
		}
		for _, m := range path.FindAllStringSubmatch(text, -1) {
			found, err := filepath.Glob(strings.TrimSuffix(m[1], "/..."))
			require.NoError(t, err)
			require.NotEmpty(t, found, "%s names %s", page, m[1])
		}
	}
}

// anchors returns the anchors of the headings of a page, as GitHub makes them.
func anchors(page string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		kept := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all = append(all, strings.ReplaceAll(kept, " ", "-"))
	}
	return all
}

var testName = regexp.MustCompile(`\bTest[A-Z]\w+`)

// testNames returns the names in all files of tests.
func testNames(t *testing.T) string {
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, "_test.go") {
			for _, f := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllStringSubmatch(read(t, name), -1) {
				all.WriteString(f[1] + "\n")
			}
		}
		return err
	}))
	return all.String()
}
