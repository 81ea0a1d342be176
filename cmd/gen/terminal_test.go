package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/random"
)

// lineEnd is what ends a line for a terminal or a reader of its output.
var lineEnd = regexp.MustCompile("[\n\r\v\f\u0085\u2028\u2029]+")

// injector returns what writes a catalog with a text in one of its slots, and
// returns its file.
func injector(t *testing.T) func(name, slot, text string) string {
	dir := t.TempDir()
	return func(name, slot, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(random.Injected(slot, text).YAML()), 0o644))
		return name
	}
}

// Whatever a catalog says, and be it refused, a command prints it in its place:
// nothing that moves the cursor of a terminal, and no line that is not its own.
func TestNoTextReachesTheTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: thousands of commands are run")
	}
	write := injector(t)
	harmless := write("harmless.yaml", "", "x")
	lines := 0
	for _, slot := range append([]string{""}, random.Slots...) {
		for _, text := range random.Hostile {
			if !strings.ContainsFunc(text, unprintable) {
				continue
			}
			later := lineEnd.Split(strings.TrimSpace(text), -1)[1:]
			spec := write("hostile.yaml", slot, text)
			for _, args := range [][]string{
				{"list", "--spec", spec}, {"list", "things.get", "--spec", spec}, {"list", "things.put", "--spec", spec},
				{"lint", "--spec", spec}, {"diff", harmless, spec}, {"diff", spec, harmless},
			} {
				var out bytes.Buffer
				run(args, &out, &out)
				for line := range bytes.Lines(out.Bytes()) {
					lines++
					line = bytes.TrimSuffix(line, []byte("\n"))
					require.False(t, strings.ContainsFunc(string(line), unprintable), "%q in %q: %s: %q", text, slot, args, line)
					for _, forged := range later {
						require.False(t, len(forged) > 3 && bytes.HasPrefix(line, []byte(forged)), "%q in %q: %s: %q", text, slot, args, line)
					}
				}
			}
		}
	}
	require.Greater(t, lines, 10_000)
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
