package generator

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
)

// types emits the file of an area's requests, responses, records, unions and enums.
func types(a *catalog.Area) []string {
	var named, printed []declaration
	var unshown, nothing []*catalog.Operation
	add := func(s *catalog.Shape, code string) {
		named = append(named, declaration{s.GoName, code})
		if s.HoldsPrivate() || s.Recursive() { // fmt would follow it endlessly
			printed = append(printed, declaration{s.GoName, printers(s.GoName)})
		}
	}
	for _, op := range a.Operations {
		add(op.Request, requestType(op))
		switch {
		case op.Response.Nothing:
			nothing = append(nothing, op)
		case op.Response.Shown:
			add(op.Response.Shape, responseType(op))
		default:
			unshown = append(unshown, op)
		}
	}
	for _, r := range a.Records {
		add(r, recordType(r))
	}
	for _, u := range a.Unions {
		types, printers := unionTypes(u)
		named, printed = append(named, types...), append(printed, printers...)
	}
	for _, e := range a.Enums {
		named = append(named, declaration{e.GoName, enumType(e)})
	}
	code := sorted(named)
	if unshown != nil {
		code = append(code, sharedTypes("The shape of these responses is unspecified.", "RawResponse", unshown))
	}
	if nothing != nil {
		code = append(code, sharedTypes("These responses carry no value.", "EmptyResponse", nothing))
	}
	return append(code, documented("Format prints the fields that are set, without sensitive values.", printed)...)
}

// requestType emits the body of an operation.
func requestType(op *catalog.Operation) string {
	about := append([]string{op.Request.GoName + " is the body of " + op.Name + "."}, requestDoc(op)...)
	return doc(about...) + "type " + op.Request.GoName + " struct " + block(fields(op.Request)...)
}

// requestDoc documents the body, the paging and the rules of an operation.
func requestDoc(op *catalog.Operation) []string {
	about := op.BodyWords()
	if op.Pagination != nil {
		about = append(about, strings.Join(op.Pagination.Words(), " "))
	}
	for _, rule := range op.Rules {
		about = append(about, rule.Words())
	}
	return about
}

// sharedTypes emits the responses of unspecified shape or without a value. They share one
// type, so that its methods are not repeated for each.
func sharedTypes(about, typ string, ops []*catalog.Operation) string {
	var rows []declaration
	for _, op := range ops {
		row := doc(op.Response.Description, certainty(op.Response)) + "type " + op.Response.GoName + " = api." + typ
		rows = append(rows, declaration{op.Response.GoName, row})
	}
	return doc(about) + together(rows)
}

// responseType emits a response of known shape.
func responseType(op *catalog.Operation) string {
	r := op.Response
	members := append(fields(r.Shape),
		doc("Received is the response as the client received it. It is not sent.")+"Received api.Received "+tag("-", false, ""))
	what := strings.TrimSpace(r.GoName + " is the response to " + op.Name + ". " + certainty(r))
	return doc(what, r.Description) + "type " + r.GoName + " struct " + block(members...)
}

// certainty returns the evidence for an assumed response, and what happens to values that
// differ in a lenient one.
func certainty(r *catalog.Response) string {
	drift := ""
	switch {
	case r.Lenient && r.Nothing:
		drift = "A value that comes anyway is reported to [api.WithDrift]."
	case r.Lenient:
		drift = "Values that differ are left zero; see [api.WithDrift]."
	}
	return strings.TrimSpace(assumed(r.Assumed) + " " + drift)
}

// assumed returns the sentence that gives the evidence for an assumption.
func assumed(evidence string) string {
	if evidence == "" {
		return ""
	}
	return "Assumed: " + strings.TrimSuffix(evidence, ".") + "."
}

// recordType emits a record.
func recordType(r *catalog.Shape) string {
	return doc(strings.TrimSpace(about(r.GoName, "a record of the catalog", r.Description)+" "+assumed(r.Assumed))) +
		"type " + r.GoName + " struct " + block(fields(r)...)
}

// enumType emits a string type and its constants.
func enumType(e *catalog.Enum) string {
	others := ""
	if e.Open {
		others = " Others are accepted."
	}
	var values []string
	for i, v := range e.Values {
		values = append(values, fmt.Sprintf("%s%s %s = %q", next(i, v.Description), v.GoName, e.GoName, v.Value))
	}
	return doc(about(e.GoName, "an enum of the catalog", e.Description)) + "type " + e.GoName + " string\n\n" +
		doc("The values of ["+e.GoName+"]."+others) + "const (\n\t" + strings.Join(values, "\n\t") + "\n)"
}

// about returns the start of a comment. A description that begins with an article continues
// the sentence after the name; otherwise the kind does.
func about(name, kind, description string) string {
	for _, article := range []string{"A ", "An ", "The "} {
		if strings.HasPrefix(description, article) {
			return name + " is " + lowerFirst(description)
		}
	}
	return strings.TrimSpace(name + " is " + kind + ". " + description)
}

// fields emits the members of a struct, in the order of the catalog.
func fields(s *catalog.Shape) []string {
	var members []string
	for i, f := range s.Fields {
		about := []string{strings.Join(f.Words(), " ")}
		if f.Deprecated != nil {
			about = append(about, "Deprecated: "+f.Deprecated.Words())
		}
		members = append(members, fmt.Sprintf("%s%s %s %s", next(i, about...), f.GoName, f.Go(), fieldTag(f)))
	}
	if s.Open {
		members = append(members, doc("Extra holds the keys that the catalog does not name.")+
			"Extra api.Object "+tag("-", s.PrivateKeys(), ""))
	}
	return members
}

// printers emits the methods that print a type without sensitive values.
func printers(goName string) string {
	return fmt.Sprintf("func (r %[1]s) Format(s fmt.State, _ rune) { wire.Format(s, r) }\n"+
		"func (r %[1]s) LogValue() slog.Value { return wire.LogValue(r) }", goName)
}

// fieldTag returns the tag of a field: its wire name, for readers, encoding/json and logs,
// and whether it is sensitive, for printers. A name that encoding/json does not accept has
// its own key.
func fieldTag(f *catalog.Field) string {
	json, last := f.Name, ""
	if !f.Required {
		json += ",omitzero"
	}
	switch {
	case f.Whole:
		json, last = "-", ` whole:"true"`
	case !nameInTag(f):
		json, last = "", fmt.Sprintf(" wire:%q", f.Name)
	}
	return tag(json, f.Private(), last)
}

// nameInTag reports whether encoding/json accepts the name of a field in a tag.
func nameInTag(f *catalog.Field) bool {
	return f.Name != "" && f.Name != "-" && !strings.ContainsFunc(f.Name, notInTag)
}

// notInTag reports whether encoding/json does not accept a character in a name.
func notInTag(r rune) bool {
	return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) &&
		(r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
}

// tag returns the tag of a field with its name in JSON, if it has one, and what comes last.
func tag(json string, sensitive bool, last string) string {
	text := ""
	if json != "" {
		text = fmt.Sprintf("json:%q", json)
	}
	if sensitive {
		text += ` sensitive:"true"`
	}
	text = strings.TrimSpace(text + last)
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// pointed reports whether the field is a pointer in Go.
func pointed(f *catalog.Field) bool { return f.Go().Pointer }
