package generator

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/internal/catalog"
)

// declarations are emitted declarations by name, by which they are sorted, so that moving lines
// in a catalog does not change the output. A name is that of a type, or that of a type and what is
// declared for it: "EmailEntry", "EmailEntry append". It is only for the order and is not printed.
type declarations map[string]jen.Code

// eachOperation emits a declaration for each operation of an area.
func eachOperation(a *catalog.Area, emit func(*catalog.Operation) jen.Code) declarations {
	all := declarations{}
	for _, op := range a.Operations {
		all[op.GoName] = emit(op)
	}
	return all
}

// sorted returns the declarations by name.
func (d declarations) sorted() []jen.Code {
	var code []jen.Code
	for _, name := range slices.Sorted(maps.Keys(d)) {
		code = append(code, d[name])
	}
	return code
}

// group returns declarations of one kind without blank lines between them, under a comment. Each
// has its own keyword, because gofmt would align them within parentheses, so that one with a long
// name would change the lines of all others.
func (d declarations) group(about string) []jen.Code {
	if len(d) == 0 {
		return nil
	}
	return []jen.Code{doc(about).attach(stacked("\n", d.sorted()...))}
}
