package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// A change replaces the text of one node, and leaves the rest of the file alone, so that positions in
// failures of tests stay those of the file. Conditions, operators and numbers change, and statements
// are left out, since somebody could say what that breaks. Many changes do not compile, for example
// because a variable is then unused; the compiler sorts them out.

// mutant is a change of a file.
type mutant struct {
	file     *source
	in       string // the function
	line     int
	from, to int // the offsets of the text that is replaced
	old, new string
	form     form
	typ      string // of an expression

	id, site int // see schema.go
}

// form is what a change replaces.
type form int

const (
	expression form = iota
	statement
	simpleStatement // one that an if, switch or for begins or continues with
)

// String names the change, also after lines have moved.
func (m *mutant) String() string {
	return fmt.Sprintf("%s: %s: %s -> %s", m.name(), m.in, oneLine(m.old), oneLine(m.new))
}

// name returns the name of the file with its folder, as in "cursor/scan.go", since packages have files
// of the same name.
func (m *mutant) name() string {
	folder, file := filepath.Split(m.file.path)
	return filepath.Join(filepath.Base(folder), file)
}

// oneLine joins the lines of a text.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

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
	for _, file := range t.files {
		for _, d := range file.tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				m := &maker{target: t, file: file, in: f.Name.Name, forms: map[ast.Stmt]form{}}
				ast.Inspect(f.Body, m.visit)
				all = append(all, m.made...)
			}
		}
	}
	return all
}

// maker makes the changes of a function.
type maker struct {
	*target
	file  *source
	in    string
	forms map[ast.Stmt]form // simple statements
	made  []*mutant
}

// replace adds a change of a node.
func (m *maker) replace(n ast.Node, with string) {
	at := m.set.Position(n.Pos())
	change := &mutant{
		file: m.file, in: m.in, line: at.Line,
		from: at.Offset, to: m.set.Position(n.End()).Offset, old: m.source(n), new: with,
	}
	switch n := n.(type) {
	case ast.Expr:
		change.typ = m.typeOf(n)
	case ast.Stmt:
		change.form = max(statement, m.forms[n])
	}
	m.made = append(m.made, change)
}

// typeOf returns the type of an expression as its file writes it.
func (m *maker) typeOf(e ast.Expr) string {
	names := map[*types.Package]string{}
	for _, spec := range m.file.tree.Imports {
		if name := m.info.PkgNameOf(spec); name != nil {
			names[name.Imported()] = name.Name()
		}
	}
	return types.TypeString(types.Default(m.info.TypeOf(e)), func(p *types.Package) string {
		if p.Path() == m.path {
			return ""
		}
		return cmp.Or(names[p], "missing") // does not compile, so that the change is left out
	})
}

// source returns the text of a node.
func (m *maker) source(n ast.Node) string {
	return m.file.text[m.set.Position(n.Pos()).Offset:m.set.Position(n.End()).Offset]
}

// visit adds the changes of a node.
func (m *maker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		for _, other := range operators[n.Op] {
			m.replace(n, m.source(n.X)+" "+other+" "+m.source(n.Y))
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			m.replace(n, m.source(n.X))
		}
	case *ast.IfStmt:
		m.simple(n.Init)
		m.condition(n.Cond)
	case *ast.ForStmt:
		m.simple(n.Init, n.Post)
	case *ast.SwitchStmt:
		m.simple(n.Init)
	case *ast.TypeSwitchStmt:
		m.simple(n.Init)
	case *ast.CaseClause:
		for _, e := range n.List {
			if isCondition(e) {
				m.condition(e)
			}
		}
	case *ast.BasicLit:
		if n.Kind == token.INT {
			m.replace(n, n.Value+" + 1")
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			m.replace(n, "false")
		case "false":
			m.replace(n, "true")
		}
	case *ast.ExprStmt:
		m.replace(n, "")
	case *ast.IncDecStmt:
		m.replace(n, "")
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE { // others are used later, so it would not compile
			m.replace(n, strings.Repeat("_, ", len(n.Rhs)-1)+"_ = "+m.values(n.Rhs))
		}
	case *ast.BranchStmt:
		if n.Label == nil && (n.Tok == token.CONTINUE || n.Tok == token.BREAK) {
			m.replace(n, "")
		}
	}
	return true
}

// simple notes simple statements, nil for none, before they are visited.
func (m *maker) simple(list ...ast.Stmt) {
	for _, s := range list {
		if s != nil {
			m.forms[s] = simpleStatement
		}
	}
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
	m.replace(e, "("+m.source(e)+") || true")
	m.replace(e, "("+m.source(e)+") && false")
}
