// Command size measures how the code that people maintain reads, from the files that git
// lists on its standard input, and fails if a figure is worse than the one in record, beside
// this file. No count of lines decides: what a longer line hides, tokens show.
//
//	git ls-files | go run ./.ci/size [-list] [-write]
//
// With -list, it prints each crowded place first. With -write, it records the figures of today.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"log"
	"os"
	"strings"
)

// record holds the figures, one a line.
const record = ".ci/size/record"

// widest is the number of columns that a line may have without being counted.
const widest = 100

// counts are what is counted in files.
type counts struct {
	tokens, code, comments, wide, crowded, conditions, ternaries int
}

// figure is one line of the table.
type figure struct {
	name        string
	value, aim  float64
	moreIsWorse bool
}

func main() {
	list := flag.Bool("list", false, "print each crowded place")
	write := flag.Bool("write", false, "record the figures of today")
	flag.Parse()
	var all, api counts
	var kept []string
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		path := input.Text()
		if !isKept(path) {
			continue
		}
		kept = append(kept, path)
		c, places := measure(path)
		all.add(c)
		if strings.HasPrefix(path, "api/") {
			api.add(c)
		}
		if *list {
			fmt.Print(strings.Join(places, ""))
		}
	}
	figures := append(figuresOf(all, api),
		figure{"percent of arrows up between files", printArrows(kept), upAim, true})
	if *write {
		save(figures)
	}
	if !compare(figures, recorded()) {
		log.Fatal("size: a figure is worse than in " + record)
	}
}

// isKept reports whether people maintain a file: it is Go, neither generated nor test.
func isKept(path string) bool {
	return strings.HasSuffix(path, ".go") &&
		!strings.HasSuffix(path, "_test.go") &&
		!strings.HasPrefix(path, "gen/") &&
		!strings.Contains(path, "testdata/")
}

func (c *counts) add(d counts) {
	c.tokens += d.tokens
	c.code += d.code
	c.comments += d.comments
	c.wide += d.wide
	c.crowded += d.crowded
	c.conditions += d.conditions
	c.ternaries += d.ternaries
}

func figuresOf(all, api counts) []figure {
	per := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return []figure{
		{"tokens", float64(all.tokens), 470_000, true},
		{"comment lines per line of code", per(all.comments, all.code), 0.20, false},
		{"comment lines per line of code in api", per(api.comments, api.code), 0.30, false},
		{"percent of lines over 100 columns", 100 * per(all.wide, all.code), 2, true},
		{"crowded statements in 10,000 lines", 10_000 * per(all.crowded, all.code), 30, true},
		{"chains of conditions in 10,000 lines", 10_000 * per(all.conditions, all.code), 15, true},
		{"calls of the ternary helper", float64(all.ternaries), 0, true},
	}
}

// text prints a value with as many digits as are recorded.
func (f figure) text() string {
	if f.value >= 1000 {
		return fmt.Sprintf("%.0f", f.value)
	}
	return fmt.Sprintf("%.3f", f.value)
}

// save records figures.
func save(figures []figure) {
	var text strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&text, "%s: %s\n", f.name, f.text())
	}
	if err := os.WriteFile(record, []byte(text.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}

// recorded returns the recorded figures by name.
func recorded() map[string]string {
	text, err := os.ReadFile(record)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		known[name] = value
	}
	return known
}

// compare prints the table, and reports whether no figure is worse than the recorded one.
func compare(figures []figure, known map[string]string) bool {
	fine := true
	for _, f := range figures {
		value, then := 0.0, 0.0
		if _, err := fmt.Sscan(known[f.name], &then); err != nil {
			log.Fatalf("size: %s has no figure %q; run it with -write", record, f.name)
		}
		_, _ = fmt.Sscan(f.text(), &value)
		worse := value > then
		if !f.moreIsWorse {
			worse = value < then
		}
		mark := ""
		if worse {
			mark = "  WORSE"
			fine = false
		}
		fmt.Printf("%-40s %10s  recorded %10s  aim %8g%s\n", f.name, f.text(), known[f.name], f.aim, mark)
	}
	return fine
}

// measure counts in one file, and lists its crowded places.
func measure(path string) (counts, []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	var c counts
	c.countLines(files, parsed, string(text))
	c.countTokens(path, text)
	var places []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		if why := crowding(n); why != "" {
			c.crowded++
			places = append(places, fmt.Sprintf("%s: %s\n", files.Position(n.Pos()), why))
		}
		if isTernary(n) {
			c.ternaries++
		}
		binary, ok := n.(*ast.BinaryExpr)
		if !ok || !isLogical(binary.Op) {
			return true
		}
		oneLine := files.Position(n.Pos()).Line == files.Position(n.End()).Line
		if oneLine && operators(binary) >= 3 {
			c.conditions++
			places = append(places, fmt.Sprintf("%s: a chain of conditions\n", files.Position(n.Pos())))
		}
		return false
	})
	return c, places
}

func (c *counts) countLines(files *token.FileSet, parsed *ast.File, text string) {
	inComment := map[int]bool{}
	for _, g := range parsed.Comments {
		for line := files.Position(g.Pos()).Line; line <= files.Position(g.End()).Line; line++ {
			inComment[line] = true
		}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		trimmed := strings.TrimSpace(line)
		isComment := strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "/*")
		switch {
		case trimmed == "":
		case inComment[n] && isComment:
			c.comments++
		default:
			c.code++
			columns := strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    ")
			if len([]rune(columns)) > widest {
				c.wide++
			}
		}
	}
}

func (c *counts) countTokens(path string, text []byte) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile(path, -1, len(text)), text, nil, 0)
	for {
		_, tok, _ := s.Scan()
		if tok == token.EOF {
			return
		}
		c.tokens++
	}
}

// crowding returns why a statement does two things in one line, "" if it does not.
func crowding(n ast.Node) string {
	switch n := n.(type) {
	case *ast.SwitchStmt:
		if n.Init != nil && n.Tag == nil {
			return "a switch with an init and no tag"
		}
	case *ast.IfStmt:
		assign, ok := n.Init.(*ast.AssignStmt)
		switch {
		case n.Init != nil && !ok:
			return "an if with a side effect before its condition"
		case ok && assign.Tok != token.DEFINE:
			return "an if that assigns to an outer variable"
		}
	case *ast.ForStmt:
		if _, ok := n.Init.(*ast.ExprStmt); ok {
			return "a for with a call before its condition"
		}
	case *ast.AssignStmt:
		calls := 0
		for _, value := range n.Rhs {
			if _, ok := value.(*ast.CallExpr); ok {
				calls++
			}
		}
		if len(n.Rhs) > 1 && calls > 1 {
			return "several calls in one assignment"
		}
	case *ast.CallExpr:
		if _, ok := n.Fun.(*ast.FuncLit); ok {
			return "a function literal that is called in place"
		}
	}
	return ""
}

// isTernary reports whether a node calls the helper that chooses between two values, both of
// which are evaluated.
func isTernary(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "choose"
}

func isLogical(op token.Token) bool { return op == token.LAND || op == token.LOR }

// operators returns how many conditions an expression joins, less one.
func operators(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if isLogical(e.Op) {
			return 1 + operators(e.X) + operators(e.Y)
		}
	case *ast.ParenExpr:
		return operators(e.X)
	case *ast.UnaryExpr:
		return operators(e.X)
	}
	return 0
}
