package generator

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// allGenerated returns the files of all goldens and of the insurance service by their paths.
func allGenerated(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, dir := range cases(t) {
		for _, f := range emit(t, dir) {
			all[dir+"/"+f.Path] = string(f.Content)
		}
	}
	root := os.DirFS("..")
	require.NoError(t, fs.WalkDir(root, "gen", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		all[path] = string(text)
		return err
	}))
	return all
}

func TestEveryExportedDeclarationHasItsComment(t *testing.T) {
	documented := 0
	for path, text := range allGenerated(t) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		require.NoError(t, err)
		for name, comment := range exportedNames(file) {
			require.NotEmpty(t, comment, "%s: %s has no comment", path, name)
			documented++
		}
	}
	require.Greater(t, documented, 4000)
}

// exportedNames returns the comments of types, functions and methods by their names. The constants
// of an enum have one together, and some of them another.
func exportedNames(file *ast.File) map[string]string {
	names := map[string]string{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if receiver := receiverOf(d); d.Name.IsExported() && (receiver == "" || ast.IsExported(receiver)) {
				names[receiver+"."+d.Name.Name] = d.Doc.Text()
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					own := spec.Doc.Text()
					if !d.Lparen.IsValid() {
						own = d.Doc.Text()
					}
					if spec.Name.IsExported() {
						names[spec.Name.Name] = own
					}
				case *ast.ValueSpec:
					if spec.Names[0].IsExported() {
						names[spec.Names[0].Name] = spec.Doc.Text() + d.Doc.Text()
					}
				}
			}
		}
	}
	return names
}

func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	return of.(*ast.Ident).Name
}

// Only a long text of the catalog or of a vector makes a line wider.
func TestLinesHaveAtMostMaxWidthColumns(t *testing.T) {
	for path, text := range allGenerated(t) {
		literals := longLiterals(text)
		n := 0
		for line := range strings.Lines(text) {
			n++
			if line = strings.TrimSuffix(line, "\n"); !fits(line) {
				require.True(t, literals[n], "%s:%d: %s", path, n, line)
			}
		}
	}
}

// longLiterals returns the lines that have a text of 60 and more characters.
func longLiterals(src string) map[int]bool {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(src))
	s.Init(file, []byte(src), nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return lines
		case tok == token.STRING && len(literal) >= 60:
			lines[file.Line(pos)] = true
		}
	}
}
