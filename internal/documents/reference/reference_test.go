package reference

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/testing/random"
)

var update = flag.Bool("update", false, "write the pages in testdata anew")

// pages holds a catalog and its pages.
const pages = "testdata/pages.txtar"

var config = generator.Config{Source: "spec/operations.yaml", Import: "example.org/shop/gen"}

func load(t *testing.T, file string) *catalog.Catalog {
	c, err := catalog.Load(file)
	require.NoError(t, err)
	return c
}

// catalogs returns the shipped catalog, those for each feature of the format, and
// the one of the pages.
func catalogs(t *testing.T) []string {
	files, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	archive, err := txtar.ParseFile(pages)
	require.NoError(t, err)
	own := filepath.Join(t.TempDir(), "operations.yaml")
	require.NoError(t, os.WriteFile(own, archive.Files[0].Data, 0o666))
	return append(files, own, "../../../spec/operations.yaml", "../../plan/interpreter/testdata/everything.yaml")
}

// TestPagesAreAsInTheirGoldens compares the pages of catalogs with the archives in testdata.
func TestPagesAreAsInTheirGoldens(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.Len(t, archives, 2)
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		source := archive.Files[0]
		require.Equal(t, "operations.yaml", source.Name)
		c, problems := catalog.Parse(source.Name, source.Data)
		require.Empty(t, problems)
		files, err := Markdown(c, config)
		require.NoError(t, err)
		got := []txtar.File{source}
		for _, p := range files {
			got = append(got, txtar.File{Name: p.Path, Data: p.Content})
		}
		if *update {
			archive.Files = got
			require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o666))
		}
		want := string(txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: got}))
		require.Equal(t, want, string(txtar.Format(archive)),
			"go test ./internal/documents/reference -run TestPagesAreAsInTheirGoldens -update writes the pages anew")
	}
}

// A shell that runs a curl example calls curl with the URL and with a body that
// keeps every rule.
func TestExamplesOfCurl(t *testing.T) {
	files := catalogs(t)
	for _, text := range hostile(t) {
		file := filepath.Join(t.TempDir(), "texts.yaml")
		require.NoError(t, os.WriteFile(file, random.WithText(marked(t), text), 0o666))
		files = append(files, file)
	}
	for _, file := range files {
		v := newView(load(t, file), config)
		script := "BASE_URL=https://host\ncurl() { printf '%s\\0' \"$@\"; printf '\\1'; }\n"
		var operations []operation
		for _, a := range v.Areas {
			for _, o := range a.Operations {
				require.NotEmpty(t, o.Curl, "%s: %s", file, o.Name)
				script += o.Curl + "\n"
				operations = append(operations, o)
			}
		}
		sh := exec.Command("sh", "-e")
		sh.Stdin = strings.NewReader(script)
		out, err := sh.Output()
		require.NoError(t, err)
		calls := strings.Split(strings.TrimSuffix(string(out), "\x01"), "\x01")
		require.Len(t, calls, len(operations))
		for i, o := range operations {
			call := strings.Split(strings.TrimSuffix(calls[i], "\x00"), "\x00")
			if o.Empty == catalog.EmptyNone {
				require.Equal(t, []string{"-X", "POST", "https://host" + o.Path}, call[:3])
				continue
			}
			require.Equal(t, []string{"https://host" + o.Path, "-H", "Content-Type: application/json"}, call[:3], o.Curl)
			body := call[len(call)-1]
			require.Equal(t, "-d", call[len(call)-2])
			if o.Auth != nil && !o.Auth.None && len(o.Auth.Ways[0].BodyFields) == 0 {
				require.Greater(t, len(call), 5, o.Curl)
			}
			require.Empty(t, interpreter.New(o.Operation).Decode(body).Violations, "%s: %s: %s", file, o.Name, body)
			if o.Reply != "" {
				response := o.Reply
				if e := o.Envelope; e != nil && e.Data != "" {
					var body map[string]json.RawMessage
					require.NoError(t, json.Unmarshal([]byte(response), &body))
					response = string(body[e.Data])
				}
				require.NoError(t, interpreter.New(o.Operation).CheckResponse(response), "%s: %s: %s", file, o.Name, o.Reply)
			}
		}
	}
}

// An example in Go has no blank lines, however long its literals are.
func TestExamplesOfGoHaveNoBlankLines(t *testing.T) {
	v := newView(load(t, "../../../spec/operations.yaml"), config)
	for _, a := range v.Areas {
		for _, o := range a.Operations {
			code, err := o.Go()
			require.NoError(t, err)
			require.NotContains(t, code, "\n\n", o.Name)
		}
	}
}

var (
	markdownLink   = regexp.MustCompile(`\]\(([^()]*)\)`)
	markdownCode   = regexp.MustCompile("(?s)\n```.*?\n```\n")
	markdownAnchor = regexp.MustCompile(`<a id="(.*?)">`)
	htmlLink       = regexp.MustCompile(`href="#(.*?)"`)
	htmlID         = regexp.MustCompile(`\bid="(.*?)"`)
)

// Every link has an existing page and anchor as its target.
func TestLinksHaveATarget(t *testing.T) {
	for _, file := range catalogs(t) {
		c := load(t, file)
		pages, err := Markdown(c, config)
		require.NoError(t, err)
		places := map[string]bool{}
		for _, p := range pages {
			places[p.Path] = true
			for _, a := range markdownAnchor.FindAllSubmatch(p.Content, -1) {
				places[p.Path+"#"+string(a[1])] = true
			}
		}
		for _, p := range pages {
			for _, l := range markdownLink.FindAllSubmatch(markdownCode.ReplaceAll(p.Content, nil), -1) {
				target := path.Join(path.Dir(p.Path), string(l[1]))
				if strings.HasPrefix(string(l[1]), "#") {
					target = p.Path + string(l[1])
				}
				require.True(t, places[target], "%s: %s links to %s", file, p.Path, l[1])
			}
		}

		var page bytes.Buffer
		require.NoError(t, HTML(&page, c, config))
		ids := map[string]bool{}
		for _, id := range htmlID.FindAllSubmatch(page.Bytes(), -1) {
			require.False(t, ids[string(id[1])], "%s: two elements are %s", file, id[1])
			ids[string(id[1])] = true
		}
		for _, l := range htmlLink.FindAllSubmatch(page.Bytes(), -1) {
			id, err := url.PathUnescape(string(l[1]))
			require.NoError(t, err)
			require.True(t, ids[id], "%s: a link leads to %s", file, id)
		}
	}
}

// Maps, arrays in each other and responses that are no objects are shown as the catalog
// writes them.
func TestTypesAreShownAsInTheCatalog(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
areas:
  things:
    operations:
      put:
        fields: {rows: {type: {string: [[integer]]}}}
        response: {string: [number]}
`))
	require.Empty(t, problems)
	files, err := Markdown(c, generator.Config{})
	require.NoError(t, err)
	var text string
	for _, f := range files {
		text += string(f.Content)
	}
	require.Contains(t, text, `{string: \[\[integer\]\]}`)
	require.Contains(t, text, `Its type is {string: \[number\]}.`)
}

// marked is a catalog with marks for texts.
func marked(t *testing.T) []byte {
	source, err := os.ReadFile("testdata/texts.yaml")
	require.NoError(t, err)
	return source
}

// hostile are the texts that are tried in it.
func hostile(t *testing.T) []string {
	texts := random.HostileTo(marked(t))
	require.Greater(t, len(texts), len(random.Hostile)*3/4)
	return texts
}

var tags = regexp.MustCompile(`(?i)<[a-z!/][a-z0-9]*`)

// The texts of a catalog do not change the elements of the page. The module e2e
// tests the same in a browser and for Markdown.
func TestTextsStayTexts(t *testing.T) {
	elements := func(text string) []string {
		c, problems := catalog.Parse("texts.yaml", random.WithText(marked(t), text))
		require.Empty(t, problems, text)
		var page bytes.Buffer
		require.NoError(t, HTML(&page, c, config))
		require.NotContains(t, page.String(), "ZgotmplZ", text)
		return tags.FindAllString(page.String(), -1)
	}
	want := elements("plain")
	for _, text := range hostile(t) {
		require.Equal(t, want, elements(text), text)
	}
}

// What an operation may add to the page: bytes, and nodes of its document, which are
// elements and the texts between them. A browser needs time and memory for both.
const (
	bytesPerOperation = 4100
	nodesPerOperation = 180
)

// A page grows by a bounded size for each operation.
func TestSizeOfThePage(t *testing.T) {
	const few, many = 100, 300
	size := func(operations int) (length, nodes int) {
		c, problems := catalog.Parse("large.yaml", []byte(random.Large(operations, 50).YAML()))
		require.Empty(t, problems)
		var page bytes.Buffer
		require.NoError(t, HTML(&page, c, config))
		return page.Len(), strings.Count(page.String(), "</") + texts(page.String())
	}
	fewLength, fewNodes := size(few)
	manyLength, manyNodes := size(many)
	length, nodes := (manyLength-fewLength)/(many-few), (manyNodes-fewNodes)/(many-few)
	t.Logf("%d bytes and %d nodes for each operation", length, nodes)
	require.LessOrEqual(t, length, bytesPerOperation)
	require.LessOrEqual(t, nodes, nodesPerOperation)
}

// texts counts the texts between tags.
func texts(page string) (n int) {
	for {
		end := strings.IndexByte(page, '>')
		if end < 0 {
			return n
		}
		page = page[end+1:]
		if !strings.HasPrefix(page, "<") {
			n++
		}
	}
}
