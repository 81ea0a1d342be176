// Command size counts what this repository keeps by hand, from the files that git lists on
// its standard input, and fails if a figure is above its ceiling. A ceiling is the figure of
// today, so that nothing grows; the target is what the next release is to have.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strings"
)

// A row of the table. Its names are the files that it counts.
type row struct {
	what            string
	target, ceiling int
	lines           int
	is              func(file) bool
}

// A file is described by what it is for.
type file struct {
	path                                   string
	code, test, generated, fixture, around bool
}

func main() {
	product := func(f file) bool { return f.code && !f.test && !f.generated && !f.fixture }
	rows := []*row{
		{what: "Go outside of tests, fixtures and gen, all modules", target: 69000, ceiling: 68860, is: product},
		{what: "the same without sandbox, bench, examples, e2e and what is for tests alone", target: 53000, ceiling: 52730,
			is: func(f file) bool { return product(f) && !f.around }},
		{what: "Go of tests, outside of gen and fixtures", target: 48000, ceiling: 47900,
			is: func(f file) bool { return f.code && f.test && !f.generated && !f.fixture }},
		{what: "lines of all files below testdata", target: 55000, ceiling: 50730, is: func(f file) bool { return f.fixture }},
	}
	longest, deepest := worst{target: 60, ceiling: 60}, worst{target: 25, ceiling: 25}
	scanner := bufio.NewScanner(os.Stdin)
	for scanner.Scan() {
		f := describe(scanner.Text())
		text, err := os.ReadFile(f.path)
		if err != nil {
			log.Fatal(err)
		}
		for _, r := range rows {
			if r.is(f) {
				r.lines += bytes.Count(text, []byte("\n"))
			}
		}
		if product(f) {
			functions(f.path, text, &longest, &deepest)
		}
	}
	failed := false
	print := func(what string, figure, target, ceiling int, where string) {
		fmt.Printf("%-76s %7d  target %6d  at most %6d  %s\n", what, figure, target, ceiling, where)
		failed = failed || figure > ceiling
	}
	for _, r := range rows {
		print(r.what, r.lines, r.target, r.ceiling, "")
	}
	print("lines of the longest function", longest.figure, longest.target, longest.ceiling, longest.where)
	print("highest cyclomatic complexity", deepest.figure, deepest.target, deepest.ceiling, deepest.where)
	if failed {
		log.Fatal("size: a figure is above its ceiling")
	}
}

// describe says what a file is for, by its path.
func describe(path string) file {
	f := file{path: path, code: strings.HasSuffix(path, ".go"), test: strings.HasSuffix(path, "_test.go"),
		generated: strings.HasPrefix(path, "gen/"), fixture: strings.Contains("/"+path, "/testdata/")}
	for _, tree := range []string{"sandbox/", "bench/", "examples/", "e2e/", "internal/testing/", ".ci/"} {
		f.around = f.around || strings.HasPrefix(path, tree)
	}
	return f
}

// worst is the highest figure of all functions, and where that is.
type worst struct {
	figure, target, ceiling int
	where                   string
}

func (w *worst) add(figure int, where string) {
	if figure > w.figure {
		w.figure, w.where = figure, where
	}
	if figure > w.target {
		fmt.Printf("%s: %d is above %d\n", where, figure, w.target)
	}
}

// functions measures each function of a file.
func functions(path string, text []byte, longest, deepest *worst) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		where := fmt.Sprintf("%s:%d: %s", path, files.Position(f.Pos()).Line, f.Name.Name)
		longest.add(files.Position(f.End()).Line-files.Position(f.Pos()).Line+1, where)
		deepest.add(complexity(f), where)
	}
}

// complexity is one more than the decisions of a function, as McCabe counts them.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
