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
