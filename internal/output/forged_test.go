package output

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A manifest is a file in a pull request like any other.
func TestAForgedManifestReachesNothing(t *testing.T) {
	files := rendered("a.go", "two")
	const own = "package own\n"
	for name, test := range map[string]struct {
		lines  string
		put    func(t *testing.T, dir string)
		wrong  bool // lists nothing: with force the manifest is replaced
		spared bool // nothing stands in the way
	}{
		"outside":                {lines: hash([]byte(own)) + "  ../own.go\n", wrong: true},
		"absolute":               {lines: hash([]byte(own)) + "  /own.go\n", wrong: true},
		"itself":                 {lines: hash([]byte(own)) + "  gen.sum\n", wrong: true},
		"itself, in other case":  {lines: hash([]byte(own)) + "  GEN.sum\n", wrong: true},
		"not clean":              {lines: hash([]byte(own)) + "  a/../own.go\n", wrong: true},
		"own file":               {lines: hash([]byte(own)) + "  own.go\n"},
		"own, other hash":        {lines: hash(nil) + "  own.go\n"},
		"own, not there":         {lines: hash([]byte(own)) + "  none/own.go\n", spared: true},
		"own, to be overwritten": {lines: hash([]byte(own)) + "  a.go\n", put: func(t *testing.T, dir string) { put(t, dir, "a.go", own) }},
		"own folder":             {lines: hash([]byte(own)) + "  own\n", put: func(t *testing.T, dir string) { put(t, dir, "own/own.go", own) }},
		"own file as folder":     {lines: hash([]byte(own)) + "  own.go/x.go\n"},
		"own, in other case": {
			lines: hash([]byte(own)) + "  OWN.go\n",
			// Where upper and lower case are one, it is there, and foreign.
			spared: !foldsCase(t),
		},
		"generated in other case": {
			lines:  hash([]byte(source("one"))) + "  A.GO\n" + hash([]byte(source("one"))) + "  a.go\n",
			put:    func(t *testing.T, dir string) { put(t, dir, "a.go", source("one")) },
			spared: true,
		},
		"through a link out": {
			lines: hash([]byte(source("x"))) + "  link/generated.go\n",
			put:   func(t *testing.T, dir string) { link(t, dir, filepath.Join("..", "elsewhere"), "link") },
		},
		"through a link within": {
			lines: hash([]byte(source("x"))) + "  link/generated.go\n",
			put: func(t *testing.T, dir string) {
				put(t, dir, "unlisted/generated.go", source("x"))
				link(t, dir, "unlisted", "link")
			},
		},
		"through a link above": {
			lines: hash([]byte(source("x"))) + "  link/elsewhere/generated.go\n",
			put:   func(t *testing.T, dir string) { link(t, dir, "..", "link") },
		},
		"a link": {
			lines: hash([]byte(source("x"))) + "  link.go\n",
			put: func(t *testing.T, dir string) {
				link(t, dir, filepath.Join("..", "elsewhere", "generated.go"), "link.go")
			},
		},
		"a link that leads nowhere": {
			lines: hash([]byte(source("x"))) + "  link.go\n",
			put:   func(t *testing.T, dir string) { link(t, dir, "nowhere", "link.go") },
		},
	} {
		for _, force := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				parent := t.TempDir()
				dir := filepath.Join(parent, "gen")
				put(t, parent, "own.go", own)
				put(t, parent, "elsewhere/generated.go", source("x"))
				put(t, dir, "own.go", own)
				if test.put != nil {
					test.put(t, dir)
				}
				put(t, dir, ManifestName, manifestTitle+test.lines)
				had := tree(t, parent)

				_, err := Write(dir, files, force)
				if test.spared || test.wrong && force {
					require.NoError(t, err)
					had["gen/"+ManifestName] = whole(files)[ManifestName]
					had["gen/a.go"] = whole(files)["a.go"]
				} else {
					var refused *RefusedError
					require.ErrorAs(t, err, &refused)
				}
				assert.Equal(t, had, tree(t, parent))
			})
		}
	}
}

// foldsCase says whether a name and the same in another case are one file here.
func foldsCase(t *testing.T) bool {
	dir := t.TempDir()
	put(t, dir, "name", "")
	_, err := os.Stat(filepath.Join(dir, "NAME"))
	return err == nil
}
