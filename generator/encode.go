package generator

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// appendRequest emits the encoder of a body.
func appendRequest(op *catalog.Operation) string {
	what := "the body of " + op.Name
	if !hasMembers(op.Request) {
		return appendSignature(op.Request.GoName, what) + "{ return append(b, \"{}\"...) }"
	}
	return fieldsVar(op.Request) + appendObject(op.Request, what, appendSteps(plan.Request(op)))
}

// appendRecord emits the encoder of a record.
func appendRecord(s *catalog.Shape) string {
	return fieldsVar(s) + appendObject(s, "the record", appendSteps(plan.Record(s)))
}

// appendRecursive emits the encoder of a record or a union that may contain further values
// of its type, or of a body that includes one.
func appendRecursive(goName, what string, body []string) string {
	return appendSignature(goName, what) + "{ return wire.AppendFinite(b, r, " + membersOf(goName) + ") }\n\n" +
		appendMembers(goName, body...)
}

// membersOf returns the function that appends the members of a recursive record or union
// without checking whether it is finite.
func membersOf(goName string) string { return "(*" + goName + ").appendMembers" }

// appendMethod returns the name of the method that appends a record or a union in another.
func appendMethod(circular bool) string {
	if circular {
		return "appendMembers"
	}
	return "AppendJSON"
}

// appendResponse emits the encoder of a response, or of the members of a lenient one.
// Required arrays and maps are sent even if a service leaves them nil.
func appendResponse(op *catalog.Operation) string {
	s := op.Response.Shape
	if whole := op.Response.Whole; whole != nil {
		value := "return " + wholeValue(whole)
		if op.Response.Lenient {
			return appendMembers(s.GoName, value)
		}
		return appendSignature(s.GoName, "the response to "+op.Name) + block(value)
	}
	var members []string
	for _, step := range plan.Record(s).Send {
		switch f := step.Members()[0].Field; {
		case f.Required && f.Type.Nullable:
			members = append(members, appendNullable(f, "wire.OrNull("+place(f)+")"))
		case !f.Required || !f.Type.Holder():
			members = append(members, appendStep(step))
		case f.Type.Kind == catalog.Map:
			members = append(members, appendValue(f, "wire.OrEmptyMap("+on(f)+")"))
		case holdsRecords(f.Type):
			members = append(members, appendRecords(f))
		default:
			members = append(members, appendValue(f, "wire.OrEmpty("+on(f)+")"))
		}
	}
	if op.Response.Lenient {
		return fieldsVar(s) + appendMembers(s.GoName, object(s, members)...)
	}
	return fieldsVar(s) + appendObject(s, "the response to "+op.Name, members)
}

// appendMembers emits the method that appends the members, for encoders with more steps.
func appendMembers(goName string, statements ...string) string {
	return "func (r *" + goName + ") appendMembers(b []byte) []byte " + block(statements...)
}

// appendLenient emits the encoder of a lenient response.
func appendLenient(s *catalog.Shape) string {
	members := membersOf(s.GoName)
	if s.Include != nil && s.Include.Recursive() {
		members = fmt.Sprintf("func(r *%s, b []byte) []byte { return wire.AppendFinite(b, r, %s) }", s.GoName, members)
	}
	return fmt.Sprintf(`func (r *%s) AppendJSON(b []byte) []byte {
		return wire.AppendLenient(b, r, r.Received, %s, %s)
	}`, s.GoName, decoder(s), members)
}

// fieldsVar emits the variable with the names of an open record's fields.
func fieldsVar(s *catalog.Shape) string {
	if !s.Open {
		return ""
	}
	return "var fieldsOf" + s.GoName + " wire.FieldNames\n\n"
}

func appendObject(s *catalog.Shape, what string, members []string) string {
	if s.Recursive() || s.Include != nil && s.Include.Recursive() {
		return appendRecursive(s.GoName, what, object(s, members))
	}
	return appendSignature(s.GoName, what) + block(object(s, members)...)
}

// object emits the statements that append an object with these members, and with the additional
// keys of an open one.
func object(s *catalog.Shape, members []string) []string {
	code := append([]string{"b = append(b, '{')"}, members...)
	if s.Open {
		code = append(code, "b = wire.AppendExtra(b, r.Extra, fieldsOf"+s.GoName+".Of(r)...)")
	}
	return append(code, "return wire.CloseObject(b)")
}

func appendSignature(goName, what string) string {
	return doc("AppendJSON appends "+what+".") + "func (r *" + goName + ") AppendJSON(b []byte) []byte "
}

// appendSteps emits the statements that append the members that a client sends.
func appendSteps(p *plan.Plan) []string {
	var code []string
	for _, step := range p.Send {
		code = append(code, appendStep(step))
	}
	return code
}

func appendStep(step plan.Step) string {
	switch step := step.(type) {
	case plan.First: // the first field with a value
		var chain []string
		for _, m := range step {
			chain = append(chain, when(condition(m.When), appendGiven(m.Field)))
		}
		return strings.Join(chain, " else ")
	case plan.Group: // fields that are sent together, such as those of paging
		var members []string
		for _, m := range step.Parts {
			members = append(members, appendMember(m))
		}
		return when(condition(step.When), members...)
	default:
		return appendMember(step.(plan.Member))
	}
}

// appendMember emits a member, which is sent if it is present or has a default.
func appendMember(m plan.Member) string {
	f := m.Field
	_, byFirstItem := m.When.(plan.FirstItemGiven)
	switch {
	case byFirstItem:
		return when(condition(m.When), appendGiven(f))
	case f.Type.Nullable && m.Default != nil:
		return appendNullable(f, fmt.Sprintf("wire.OrValue(%s, %s)", place(f), goValue(f.Type.NotNull(), m.Default)))
	case f.Type.Nullable:
		return appendNullable(f, place(f))
	case m.Default != nil:
		return appendValue(f, fmt.Sprintf("wire.Or(%s, %s)", orNil(m), goValue(f.Type, m.Default)))
	case pointed(f) && f.Type.Kind == catalog.Record, f.Type.Kind == catalog.Union, holdsRecords(f.Type):
		return when(condition(m.When), appendGiven(f))
	case pointed(f) && f.Type.Kind == catalog.Enumeration:
		return setB("wire.AppendOptString(b, %s, (*string)(%s))", key(f), orNil(m))
	case pointed(f):
		return setB("wire.AppendOpt%s(b, %s, %s)", scalars[f.Type.Kind], key(f), orNil(m))
	default:
		return appendGiven(f)
	}
}

// appendGiven emits a member that is known to be present.
func appendGiven(f *catalog.Field) string {
	switch {
	case holdsRecords(f.Type):
		return appendRecords(f)
	case pointed(f) && f.Type.Kind != catalog.Record:
		return appendValue(f, "*"+on(f))
	default:
		return appendValue(f, on(f))
	}
}

// appendValue emits a member with the expression as its value.
func appendValue(f *catalog.Field, value string) string {
	switch {
	case f.Join != "":
		return setB("wire.AppendJoined(b, %s, %s, %q)", key(f), value, f.Join)
	case composed(f.Type) && f.Type.Kind == catalog.Map:
		return setB("wire.AppendMap(b, %s, %s, %s)", key(f), value, itemAppender(f, f.Type.Elem))
	case composed(f.Type):
		return setB("wire.AppendList(b, %s, %s, %s)", key(f), value, itemAppender(f, f.Type.Elem))
	case appendsItself(f.Type):
		return setB("append(%s.%s(append(b, %s...)), ',')", value, appendMethod(f.Circular()), key(f))
	case f.Type.Kind == catalog.Array:
		return setB("wire.Append%ss(b, %s, %s)", scalars[f.Type.Elem.Kind], key(f), value)
	case f.Type.Kind == catalog.Enumeration:
		return setB("wire.AppendString(b, %s, string(%s))", key(f), value)
	default:
		return setB("wire.Append%s(b, %s, %s)", scalars[f.Type.Kind], key(f), value)
	}
}

// appendsItself reports whether a type has a method AppendJSON.
func appendsItself(t *catalog.Type) bool { return t.Kind == catalog.Record || t.Kind == catalog.Union }

// holdsRecords reports whether a type is an array whose items have a method AppendJSON.
func holdsRecords(t *catalog.Type) bool {
	return t.Kind == catalog.Array && appendsItself(t.Elem) && !composed(t)
}

// scalars are the parts of the runtime's names for kinds of types.
var scalars = map[catalog.Kind]string{
	catalog.String:      "String",
	catalog.Enumeration: "String",
	catalog.Boolean:     "Bool",
	catalog.Integer:     "Int",
	catalog.Number:      "Number",
	catalog.Object:      "Object",
	catalog.Any:         "Any",
	catalog.Unspecified: "Any",
}

// appendRecords emits an array of records.
func appendRecords(f *catalog.Field) string {
	return fmt.Sprintf(`b = append(b, %s...)
		for i := range %[2]s {
			b = append(%[2]s[i].%[3]s(b), ',')
		}
		b = wire.CloseArray(b)`, raw(jsonString(f.Name)+":["), on(f), appendMethod(f.Circular()))
}

// orNil returns the expression of an optional field, which is nil if the field is an empty
// string that counts as absent.
func orNil(m plan.Member) string {
	if _, omitted := m.When.(plan.Given); omitted {
		return "wire.NotEmpty(" + on(m.Field) + ")"
	}
	return on(m.Field)
}
