package generator

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Call returns Go code that calls an operation with a request. The code imports the area's
// package and belongs in a function with a context ctx and a client of all areas.
func Call(op *catalog.Operation, request *sample.Record) (string, error) {
	literal := "{}"
	if members := structMembers(op.Request, objectOf(request)); len(members) > 0 {
		literal = lines("{}", members)
	}
	// The blank lines of long literals are for merges of generated code.
	literal = strings.ReplaceAll(literal, "\n\n", "\n")
	call := fmt.Sprintf("res, err := client.%s.%s(ctx, &%s%s)", op.Area.GoName, op.GoName, op.Request.GoName, literal)
	code, err := qualified(call, op.Area.Package)
	if err != nil {
		err = fmt.Errorf("%s: the example is not Go, which is a defect of the generator: %w", op, err)
	}
	return code, err
}

// qualified adds the name of the package to each exported name in a statement that is
// neither selected nor a key.
func qualified(statement, pkg string) (string, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", "package p\nfunc _() {\n"+statement+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	others := map[*ast.Ident]bool{}
	body := file.Decls[0].(*ast.FuncDecl).Body
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			others[n.Sel] = true
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				others[key] = true
			}
		case *ast.Ident:
			if n.IsExported() && !others[n] {
				n.Name = pkg + "." + n.Name
			}
		}
		return true
	})
	var b bytes.Buffer
	err = format.Node(&b, files, body.List)
	return b.String(), err
}
