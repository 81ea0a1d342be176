package opgen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// testCommand matches a command that a message of a test tells the reader to run.
var testCommand = regexp.MustCompile(`\bgo test((?: -C \S+| \.\S*| -run \S+| -\w+)+)`)

// A message that says how to write golden files anew, or how to repeat a test, names a command
// that runs at the root of the repository: its package exists and has the tests and flags.
func TestMessagesNameCommandsThatRun(t *testing.T) {
	commands := 0
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		isTest := strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "testdata")
		if err != nil || !isTest {
			return err
		}
		for place, text := range literals(t, file) {
			for _, m := range testCommand.FindAllStringSubmatch(text, -1) {
				commands++
				checkTestCommand(t, place, strings.Fields(strings.NewReplacer(";", " ", ",", " ", ":", " ").Replace(m[1])))
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, commands, 20)
}

// literals returns the string literals of a file by their places.
func literals(t *testing.T, file string) map[string]string {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	all := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		require.NoError(t, err)
		all[set.Position(literal.Pos()).String()] = text
		return true
	})
	return all
}

var (
	testFunction = regexp.MustCompile(`(?m)^func (Test\w+)`)
	testFlag     = regexp.MustCompile(`flag\.(?:Bool|Uint64)\("(\w+)"`)
)

// checkTestCommand checks the arguments of go test in a message at a place.
func checkTestCommand(t *testing.T, place string, args []string) {
	module, dir, names := ".", ".", "."
	var flags []string
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-C":
			i++
			module = args[i]
		case arg == "-run":
			i++
			names = args[i]
		case strings.HasPrefix(arg, "-"):
			flags = append(flags, strings.TrimPrefix(arg, "-"))
		default:
			dir = arg
		}
	}
	files, err := filepath.Glob(filepath.Join(module, dir, "*_test.go"))
	require.NoError(t, err)
	assert.NotEmpty(t, files, "%s: no package with tests is in %s", place, filepath.Join(module, dir))
	var tests, known []string
	for _, file := range files {
		source := read(t, file)
		tests = append(tests, submatches(testFunction, source)...)
		known = append(known, submatches(testFlag, source)...)
	}
	assert.Regexp(t, "(?m)"+names, strings.Join(tests, "\n"), "%s: no test has this name", place)
	for _, flag := range flags {
		if flag != "seed" { // which several packages share
			assert.Contains(t, known, flag, "%s: the package has no such flag", place)
		}
	}
}

// submatches returns what the first group of an expression matches.
func submatches(expr *regexp.Regexp, text string) (all []string) {
	for _, m := range expr.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}
