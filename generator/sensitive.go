package generator

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// printers emits the methods by which a shape prints itself without what is
// sensitive:
//
//	// Format prints the fields that are given, the sensitive ones without their values.
//	func (r EmailEntry) Format(s fmt.State, _ rune) { api.Format(s, r) }
//
//	// LogValue is what Format prints.
//	func (r EmailEntry) LogValue() slog.Value { return api.LogValue(r) }
func printers(s *catalog.Shape) jen.Code {
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id(s.GoName)) }
	return doc("Format prints the fields that are given, the sensitive ones without their values.").
		Add(receiver()).Id("Format").Params(jen.Id("s").Qual("fmt", "State"), jen.Id("_").Rune()).
		Add(braces(rt("Format").Call(jen.Id("s"), jen.Id("r")))).Line().Line().
		Add(doc("LogValue is what Format prints.")).
		Add(receiver()).Id("LogValue").Params().Qual("log/slog", "Value").
		Add(braces(jen.Return(rt("LogValue").Call(jen.Id("r")))))
}

// printsItself reports whether a shape holds something sensitive, itself or in
// its records.
func (p privacy) printsItself(s *catalog.Shape) bool {
	if known, ok := p.holds[s]; ok {
		return known
	}
	found := p.whole[s]
	for _, f := range s.Fields {
		found = found || f.Sensitive || (recordOf(f) != nil && p.printsItself(recordOf(f)))
	}
	p.holds[s] = found
	return found
}

// privacy is what is sensitive in an area.
type privacy struct {
	whole map[*catalog.Shape]bool // records that stand in a sensitive field: all of them is
	holds map[*catalog.Shape]bool // what printsItself has found
}

// privacyOf looks through an area for records that stand in sensitive fields,
// and for those that they hold.
func privacyOf(a *catalog.Area) privacy {
	p := privacy{map[*catalog.Shape]bool{}, map[*catalog.Shape]bool{}}
	shapes := slices.Clone(a.Records)
	for _, op := range a.Operations {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if r := recordOf(f); r != nil && f.Sensitive {
				p.mark(r)
			}
		}
	}
	return p
}

func (p privacy) mark(r *catalog.Shape) {
	if p.whole[r] {
		return
	}
	p.whole[r] = true
	for _, f := range r.Fields {
		if inner := recordOf(f); inner != nil {
			p.mark(inner)
		}
	}
}

// recordOf is the record that a field holds, alone or in an array, or nil.
func recordOf(f *catalog.Field) *catalog.Shape {
	if f.Type.Kind == catalog.Array {
		return f.Type.Elem.Record
	}
	return f.Type.Record
}
