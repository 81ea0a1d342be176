package generator

import (
	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// printers emits the methods by which a shape prints itself without what is
// sensitive:
//
//	// Format prints the fields that are given, the sensitive ones without their values.
//	func (r EmailEntry) Format(s fmt.State, _ rune) { wire.Format(s, r) }
//	func (r EmailEntry) LogValue() slog.Value       { return wire.LogValue(r) }
func printers(s *catalog.Shape) jen.Code {
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("r").Id(s.GoName)) }
	return doc("Format prints the fields that are given, the sensitive ones without their values.").
		Add(receiver()).Id("Format").Params(jen.Id("s").Qual("fmt", "State"), jen.Id("_").Rune()).
		Add(braces(rt("Format").Call(jen.Id("s"), jen.Id("r")))).Line().
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
		found = found || f.Sensitive || (f.Record() != nil && p.printsItself(f.Record()))
	}
	p.holds[s] = found
	return found
}

// privacy is what is sensitive in an area.
type privacy struct {
	whole map[*catalog.Shape]bool // records that stand in a sensitive field: all of them is
	holds map[*catalog.Shape]bool // what printsItself has found
}

func privacyOf(a *catalog.Area) privacy {
	return privacy{a.SensitiveRecords(), map[*catalog.Shape]bool{}}
}
