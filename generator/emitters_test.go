package generator

import (
	"go/ast"
	godoc "go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An emitter shows the Go that it emits above itself. That Go is what its
// example prints, so it cannot be out of date.
func TestEmittersShowWhatTheyEmit(t *testing.T) {
	files := token.NewFileSet()
	parse := func(keep func(name string) bool) []*ast.File {
		names, err := filepath.Glob("*.go")
		require.NoError(t, err)
		var list []*ast.File
		for _, name := range names {
			if keep(name) {
				f, err := parser.ParseFile(files, name, nil, parser.ParseComments)
				require.NoError(t, err)
				list = append(list, f)
			}
		}
		return list
	}
	printed := map[string]string{}
	for _, e := range godoc.Examples(parse(func(name string) bool { return strings.HasSuffix(name, "_test.go") })...) {
		if name, variant, _ := strings.Cut(strings.TrimPrefix(e.Name, "_"), "_"); variant == "" {
			printed[name] = e.Output
		}
	}
	shown := 0
	for _, f := range parse(func(name string) bool { return !strings.HasSuffix(name, "_test.go") }) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			code := codeBlock(fn.Doc)
			if code == "" {
				continue
			}
			shown++
			require.Contains(t, printed, fn.Name.Name, "the emitter has no example")
			require.Equal(t, strings.TrimSpace(printed[fn.Name.Name]), code, "the comment of %s and its example differ", fn.Name.Name)
		}
	}
	require.Equal(t, len(printed), shown, "an example belongs to no emitter that shows its Go")
}

// codeBlock is the indented part of a comment.
func codeBlock(comment *ast.CommentGroup) string {
	if comment == nil {
		return ""
	}
	var lines []string
	for _, c := range comment.List {
		switch line := strings.TrimPrefix(c.Text, "//"); {
		case strings.HasPrefix(line, "\t"):
			lines = append(lines, line[1:])
		case lines != nil:
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
