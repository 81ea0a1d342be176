package generator

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Call returns Go code that calls an operation with a request. The code imports the area's
// package and belongs in a function with a context ctx and a client of all areas.
func Call(op *catalog.Operation, request *sample.Record) (string, error) {
	var b bytes.Buffer
	if err := jen.Add(callWith(op, request)).Render(&b); err != nil {
		return "", fmt.Errorf("%s: the example is not Go, which is a defect of the generator: %w", op, err)
	}
	// The blank lines of long literals are for merges of generated code.
	return qualified(strings.ReplaceAll(b.String(), "\n\n", "\n"), op.Area.Package)
}

// callWith emits a call of an operation with the client of all areas:
//
//	res, err := client.Claims.GetClaim(ctx, &GetClaimRequest{
//		ClaimID: new("some claim_id"),
//	})
func callWith(op *catalog.Operation, request *sample.Record) jen.Code {
	literal := jen.Op("&").Id(op.Request.GoName)
	if members := structMembers(op.Request, objectOf(request)); len(members) > 0 {
		literal.Add(lines("{}", members))
	} else {
		literal.Add(braces())
	}
	return jen.List(jen.Id("res"), jen.Err()).Op(":=").
		Id("client").Dot(op.Area.GoName).Dot(op.GoName).Call(jen.Id("ctx"), literal)
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
