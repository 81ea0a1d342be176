package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
	"example.com/opgen/internal/text/wording"
)

// lineEnd matches line ends for a terminal or a reader of its output.
var lineEnd = regexp.MustCompile("[\n\r\v\f\u0085\u2028\u2029]+")

// injector returns a function that writes a catalog with a text in one of its slots, and
// returns its file.
func injector(t *testing.T) func(name, slot, text string) string {
	dir := t.TempDir()
	return func(name, slot, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(random.Injected(slot, text).YAML()), 0o644))
		return name
	}
}

// A command prints any text of a catalog in its place, even of a refused catalog: nothing
// that moves the cursor of a terminal, and no forged lines.
func TestNoTextReachesTheTerminal(t *testing.T) {
	long.SkipUnlessFull(t, "thousands of commands are run")
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

// hostileTexts have every kind of hidden character, and bytes that are not UTF-8.
var hostileTexts = []string{
	"\x1b[31mred\x07\x08\x7f\u009b31m", "a\nx.yaml:1:1: forged\r\x1b[2Kforged\u2028c\u0085d", "\u202eleft\u2066\u200b\ufeff\u00ad\u3164\U000e0041", "\xff\xfe\x9b31m",
}

// In every format, each subcommand prints texts of flags, file names and files so that a
// terminal shows them.
func TestNoTextOfAnyInputReachesTheTerminal(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse such names of files")
	}
	type files map[string]string
	const mod = "module example.com/x\n\ngo 1.26\n"
	usual := random.Injected("", "x").YAML()
	commands := func(more ...string) [][]string {
		var all [][]string
		for _, line := range []string{
			"", "generate -v", "check", "list", "list --format json", "docs", "docs --format markdown --output pages", "openapi", "openapi --format json",
			"lint", "lint --format markdown", "lint --format json", "lint --format github", "lint --format sarif",
			"diff base.yaml c.yaml", "diff base.yaml c.yaml --format markdown", "diff base.yaml c.yaml --format json", "diff base.yaml c.yaml --format github", "init",
		} {
			all = append(all, append(strings.Fields(line), more...))
		}
		return all
	}
	quoted := func(text string) string { return yamldoc.Quote(strings.ToValidUTF8(text, "?")) }
	try := func(h string, in files, lines [][]string) {
		t.Chdir(t.TempDir())
		for name, text := range in {
			require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
			require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		}
		for _, args := range lines {
			var stdout, stderr bytes.Buffer
			code := run(args, &stdout, &stderr)
			for _, printed := range []string{stdout.String(), stderr.String()} {
				shown := strings.NewReplacer("\n", "", "\t", "").Replace(printed)
				require.True(t, utf8.ValidString(printed), "%q: %q", args, printed)
				require.False(t, strings.ContainsFunc(shown, wording.Hidden), "%q in %q: %q", h, args, printed)
				if document := slices.Contains([]string{"docs", "openapi", "completion"}, strings.Join(args[:min(1, len(args))], "")) || slices.Contains(args, "markdown"); !document {
					require.NotRegexp(t, `(?m)^(x\.yaml:1:1: )?forged`, printed, "%q", args)
				}
			}
			if format := slices.Index(args, "--format") + 1; format > 0 && slices.Contains([]string{"json", "sarif"}, args[format]) && code != 2 {
				require.True(t, json.Valid(stdout.Bytes()), "%q: %s", args, stdout.String())
			}
		}
	}
	for _, h := range hostileTexts {
		base := files{"go.mod": mod, "base.yaml": usual, "c.yaml": random.Injected("", h).YAML()}
		// In flags and arguments.
		try(h, base, [][]string{
			{h}, {"list", h}, {"list", "--spec", "c.yaml", h}, {"list", "--format", h}, {"lint", "--explain", h}, {"lint", "--fail-on", h}, {"--" + h}, {"-" + h},
			{"--spec", h}, {"--overlay", h}, {"--spec", "c.yaml", "--overlay", h}, {"--spec", "c.yaml", "--out", h}, {"check", "--spec", "c.yaml", "--out", h},
			{"--target", h}, {"diff", h}, {"diff", h, "c.yaml"}, {"diff", "c.yaml", h}, {"diff", "main:" + h}, {"diff", h + ":c.yaml"}, {"diff", "c.yaml", "base.yaml", "--policy", h},
			{"docs", "--spec", "c.yaml", "--output", filepath.Join(h, "x")}, {"docs", "--spec", "c.yaml", "--output", h}, {"openapi", "--spec", "c.yaml", "--output", h},
			{"docs", "--spec", "c.yaml", "--format", "markdown", "-v", "--output", h}, {"check", h}, {"version", h}, {"init", "--ci", h}, {"init", "--out", h}, {"init", "--spec", h},
			{"help", h}, {"completion", h},
		})
		// In the catalog, and in the name of its file.
		try(h, base, commands("--spec", "c.yaml"))
		try(h, files{"go.mod": mod, "base.yaml": usual, "c.yaml": usual, h + ".yaml": base["c.yaml"], "over.yaml": "overlay: 1\n" + quoted(h) + ": 1\n"},
			append(commands("--spec", h+".yaml"), []string{"--spec", "c.yaml", "--overlay", "over.yaml"}))
		// In settings: keys and values.
		for _, text := range []string{
			"settings: 1\n" + quoted(h) + ": 1\n",
			"settings: " + quoted(h) + "\n",
			"settings: 1\ntargets:\n  " + quoted(h) + ": {catalog: c.yaml}\n  b: {catalog: base.yaml, out: other}\n",
			"settings: 1\ntargets:\n  a: {catalog: " + quoted(h) + "}\n",
			"settings: 1\ntargets:\n  a: {catalog: c.yaml, overlays: [" + quoted(h) + "], out: " + quoted(h) + "}\n",
			"settings: 1\nlevels:\n- {rule: " + quoted(h) + ", level: " + quoted(h) + ", reason: x}\n",
			"settings: 1\naccept:\n- {rule: missing-summary, path: " + quoted(h) + ", reason: " + quoted(h) + ", until: 2020-01-01}\n- {rule: missing-summary, path: x, reason: x, until: " + quoted(h) + "}\n",
			"settings: 1\ntargets: " + strings.ToValidUTF8(h, "?") + "\n", h,
		} {
			try(h, files{"go.mod": mod, "base.yaml": usual, "c.yaml": usual, "opgen.yaml": text}, [][]string{{}, {"list"}, {"lint"}, {"lint", "--format", "json"}, {"diff", "base.yaml", "c.yaml"}})
		}
		// In go.mod, in vectors, and in the output folder.
		try(h, files{"go.mod": "module \"" + h + "\"\n", "c.yaml": usual}, [][]string{{"--spec", "c.yaml"}, {"init"}, {"check", "--spec", "c.yaml"}})
		try(h, files{"go.mod": h, "c.yaml": usual}, [][]string{{"--spec", "c.yaml"}, {"init"}})
		try(h, files{"go.mod": mod, "c.yaml": usual, "vectors/things.yaml": "vectors: 1\noperations: {" + quoted(h) + ": [{name: " + quoted(h) + ", request: " + quoted(h) + ", body: " + quoted(h) + ", " + quoted(h) + ": x}]}\n"}, commands("--spec", "c.yaml"))
		try(h, files{
			"go.mod": mod, "c.yaml": usual, "vectors/x.yaml": "vectors: 1\n", "gen/things/client.go": h, "gen/things/" + h + ".go": h,
			"gen/things/types.go": "// Code generated by opgen. DO NOT EDIT.\n// " + h + "\npackage things\n",
		}, [][]string{{"check", "--spec", "c.yaml"}, {"generate", "-v", "--spec", "c.yaml"}})
	}
}
