package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
)

// yamlSuiteModule has the YAML test suite of the YAML organization among its test data. It is also what
// package yamldoc reads YAML with, so it is there already.
const yamlSuiteModule = "github.com/goccy/go-yaml"

// yamlDifferences are texts of the suite that are read although they are not YAML, or whose empty second
// document is passed over. If one of them no longer differs, delete it here.
var yamlDifferences = []string{
	"comment-without-whitespace-after-doublequoted-scalar",
	"dash-in-flow-sequence",
	"document-start-on-last-line",
	"invalid-comment-after-comma",
	"invalid-comment-after-end-of-flow-sequence",
	"plain-dashes-in-flow-sequence",
	"tabs-in-various-contexts/003",
	"wrong-indented-flow-sequence",
	"wrong-indented-multiline-quoted-scalar",
}

// unreadOfSuite are the reasons for which YAML is refused: what docs/catalog.md leaves out, keys that
// are missing, span lines or are values, second documents, and blanks that are easily overlooked.
var unreadOfSuite = regexp.MustCompile(`^(directives are not part of the format|tag "!.*" is not part of the format|a second YAML document|` +
	`unexpected text after ---|unexpected "\?"|unexpected ":"|expected "," or "[\]}]", found ":"|expected a (plain or quoted )?key|` +
	`a key and its colon must be on one line|the text is empty|an anchor is &|an alias takes no anchor|` +
	`the text ".*" starts a map or a list|the text starts or ends with a line of blanks|a tab |could not find multi-line content)`)

// What is read of the YAML test suite has the values that the suite gives. Texts that are not YAML are
// refused, and YAML is refused only for known reasons.
func TestYAMLTestSuite(t *testing.T) {
	s := yamlSuite{t: t}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", yamlSuiteModule).Output()
	require.NoError(t, err)
	s.root = filepath.Join(string(bytes.TrimSpace(out)), "testdata", "yaml-test-suite")
	err = filepath.WalkDir(s.root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "in.yaml" {
			s.try(filepath.Dir(path))
		}
		return err
	})
	require.NoError(t, err)
	require.Empty(t, s.wrong)
	slices.Sort(s.differences)
	require.Equal(t, yamlDifferences, s.differences, "texts that are read differently")
	t.Logf("%d read, %d refused that are no YAML, %d refused that are, %d known differences",
		s.read, s.refused, s.unread, len(s.differences))
	require.Greater(t, s.read, 150)
	require.Greater(t, s.refused, 80)
}

// yamlSuite counts what the suite shows.
type yamlSuite struct {
	t                     *testing.T
	root                  string
	read, refused, unread int
	differences           []string
	wrong                 []string // refused for another reason
}

// try tries the text of a folder.
func (s *yamlSuite) try(dir string) {
	name, err := filepath.Rel(s.root, dir)
	require.NoError(s.t, err)
	checker := yamldoc.NewChecker(nil)
	got := checker.Parse(yamldoc.Source{Name: "x.yaml", Text: read(s.t, filepath.Join(dir, "in.yaml"))}, yamldoc.Format{})
	problems := checker.Problems()
	_, err = os.Stat(filepath.Join(dir, "error"))
	switch isYAML := err != nil; {
	case problems != nil && !isYAML:
		s.refused++
	case !isYAML:
		s.differences = append(s.differences, filepath.ToSlash(name))
	case problems != nil:
		s.unread++
		if !unreadOfSuite.MatchString(problems[0].Message) {
			s.wrong = append(s.wrong, fmt.Sprintf("%s is refused: %s", name, problems[0].Message))
		}
	default:
		s.read++
		text, err := os.ReadFile(filepath.Join(dir, "in.json"))
		if errors.Is(err, fs.ErrNotExist) {
			return // the suite gives no value
		}
		require.NoError(s.t, err)
		if want := shownJSON(s.t, text); want != shownNode(got) {
			s.differences = append(s.differences, filepath.ToSlash(name))
		}
	}
}

// shownJSON does what shownNode does, for the JSON of each document. It keeps the order of members.
func shownJSON(t *testing.T, text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var documents []string
	for d.More() {
		documents = append(documents, shownTokens(t, d))
	}
	return strings.Join(documents, " and ")
}

// shownTokens shows the next value.
func shownTokens(t *testing.T, d *json.Decoder) string {
	token, err := d.Token()
	require.NoError(t, err)
	var parts []string
	switch token {
	case json.Delim('{'):
		for d.More() {
			key, err := d.Token()
			require.NoError(t, err)
			parts = append(parts, fmt.Sprintf("%q: %s", key, shownTokens(t, d)))
		}
		_, err = d.Token()
		require.NoError(t, err)
		return "{" + strings.Join(parts, ", ") + "}"
	case json.Delim('['):
		for d.More() {
			parts = append(parts, shownTokens(t, d))
		}
		_, err = d.Token()
		require.NoError(t, err)
		return "[" + strings.Join(parts, ", ") + "]"
	case nil:
		return "null"
	}
	return fmt.Sprintf("%q", fmt.Sprint(token))
}
