package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A change replaces the text of one node, and leaves the rest of the file alone, so that positions in
// failures of tests stay those of the file. Conditions, operators and numbers change, and statements
// are left out, since somebody could say what that breaks. Many changes do not compile, for example
// because a variable is then unused; the compiler sorts them out.

// mutant is a change of a file.
type mutant struct {
	file     string // the path
	in       string // the function
	line     int
	from, to int // the offsets of the text that is replaced
	old, new string
}

// String names the change, also after lines have moved.
func (m *mutant) String() string {
	return fmt.Sprintf("%s: %s: %s -> %s", filepath.Base(m.file), m.in, oneLine(m.old), oneLine(m.new))
}

// oneLine joins the lines of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// apply returns the changed file.
func (m *mutant) apply() ([]byte, error) {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return nil, err
	}
	return []byte(string(text[:m.from]) + m.new + string(text[m.to:])), nil
}

// operators are the operators that replace another one. A comparison becomes its negation, and the one
// that differs from it only for equal values.
var operators = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {"<=", ">="}, token.GTR: {">=", "<="},
	token.LEQ: {"<", ">"}, token.GEQ: {">", "<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"},
	token.AND: {"|"}, token.OR: {"&"}, token.SHL: {">>"}, token.SHR: {"<<"},
}

// mutants returns all changes of a package, without its tests.
func (t *target) mutants() (all []*mutant) {
	for _, name := range t.files {
		path := filepath.Join(t.dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				m := &maker{set: set, path: path, text: string(text), in: f.Name.Name}
				ast.Inspect(f.Body, m.visit)
				all = append(all, m.made...)
			}
		}
	}
	return all
}

// maker makes the changes of a function.
type maker struct {
	set            *token.FileSet
	path, text, in string
	made           []*mutant
}

// replace adds a change of the text between two positions.
func (m *maker) replace(from, to token.Pos, with string) {
	at := m.set.Position(from)
	end := m.set.Position(to)
	m.made = append(m.made, &mutant{
		file: m.path, in: m.in, line: at.Line,
		from: at.Offset, to: end.Offset, old: m.text[at.Offset:end.Offset], new: with,
	})
}

// source returns the text of a node.
func (m *maker) source(n ast.Node) string {
	return m.text[m.set.Position(n.Pos()).Offset:m.set.Position(n.End()).Offset]
}

// visit adds the changes of a node.
func (m *maker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, other := range operators[n.Op] {
			m.replace(n.Pos(), n.End(), m.source(n.X)+" "+other+" "+m.source(n.Y))
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			m.replace(n.Pos(), n.End(), m.source(n.X))
		}
	case *ast.IfStmt:
		m.condition(n.Cond)
	case *ast.CaseClause:
		for _, e := range n.List {
			if isCondition(e) {
				m.condition(e)
			}
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			m.replace(n.Pos(), n.End(), n.Value+" + 1")
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			m.replace(n.Pos(), n.End(), "false")
		case "false":
			m.replace(n.Pos(), n.End(), "true")
		}
	case *ast.ExprStmt:
		m.replace(n.Pos(), n.End(), "")
	case *ast.IncDecStmt:
		m.replace(n.Pos(), n.End(), "")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE { // others are used later, so it would not compile
			m.replace(n.Pos(), n.End(), strings.Repeat("_, ", len(n.Rhs)-1)+"_ = "+m.values(n.Rhs))
		}
	case *ast.BranchStmt:
		if n.Label == nil && (n.Tok == token.CONTINUE || n.Tok == token.BREAK) {
			m.replace(n.Pos(), n.End(), "")
		}
	}
	return true
}

// values returns the text of some expressions, which are then used without being assigned.
func (m *maker) values(list []ast.Expr) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, m.source(e))
	}
	return strings.Join(texts, ", ")
}

// isCondition reports whether an expression of a case looks like a bool, as in a switch without a value.
func isCondition(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
			return true
		}
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	case *ast.CallExpr:
		return true
	}
	return false
}

// condition makes a condition hold always, and never. It is still evaluated, so that its variables are
// used and its effects stay.
func (m *maker) condition(e ast.Expr) {
	m.replace(e.Pos(), e.End(), "("+m.source(e)+") || true")
	m.replace(e.Pos(), e.End(), "("+m.source(e)+") && false")
}
