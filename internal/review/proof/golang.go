package proof

import (
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// If nothing on the wire breaks, an example is a line of Go that does not compile any more. It is
// written from the moves that the comparison listed, without a compiler: such a move says which
// name had which type.

// goExample returns a line of Go that no longer compiles, from the first move of a change:
//
//	claims.Client.GetClaim -> claims.Client.ReadClaim
//	claims.GetClaimRequest.Note: *string -> string
//	claims.Address: removed
//	claims.EntryFile: File -> Folder
func goExample(c *diff.Change) *report.Example {
	if len(c.Go) == 0 {
		return nil
	}
	e := &report.Example{Kind: "client", Given: brokenLine(c), Outcome: "It does not compile."}
	if c.Verdicts.Callers != report.Breaks {
		e.Kind = "server"
	}
	return e
}

// brokenLine chooses the shortest line that needs what changed: the name itself if it is gone, and
// otherwise a use that needs its old type.
func brokenLine(c *diff.Change) string {
	name, types, _ := strings.Cut(c.Go[0], ": ")
	before, after, isRetyped := strings.Cut(types, " -> ")
	pkg, _, _ := strings.Cut(name, ".")
	mapTypes := []string{"map[string]any", "api.Object"} // each can be assigned to the other
	isMember := strings.Count(name, ".") > 1
	isAssignable := slices.Contains(mapTypes, before) && slices.Contains(mapTypes, after)
	switch {
	case !isRetyped:
		name, _, _ = strings.Cut(name, " -> ")
		return mentionLine(c, name)
	case isMember && (before == "any" || isAssignable):
		return addressLine(name, before)
	case isMember:
		return accessLine(name, before)
	case c.Base.Variant != nil:
		return "_ = " + name + "(" + qualifiedType(pkg, before) + "{})"
	case before == "struct": // another type has its name
		return "_ = " + name + "{}"
	case before == "string":
		return "_ = " + name + `("x")`
	}
	return "var _ *" + before + " = new(" + name + ")" // of package api
}

// mentionLine returns a line that uses an identifier: a package, a method, a struct field, a
// constant or a type.
func mentionLine(c *diff.Change, name string) string {
	if pkg, ok := strings.CutPrefix(name, "package "); ok {
		return "var _ *" + pkg + ".Client"
	}
	parts := strings.Split(name, ".")
	switch {
	case len(parts) == 2 && c.Base.Value != nil:
		return "_ = " + name
	case len(parts) == 2:
		return "var _ " + name
	case parts[1] == "Client" && isMethodOf(c, parts[0]):
		return "_ = (*" + parts[0] + ".Client)." + parts[2]
	case parts[1] == "Service":
		return "_ = " + parts[0] + ".Service." + parts[2]
	default:
		return "_ = " + parts[0] + "." + parts[1] + "{}." + strings.Join(parts[2:], ".")
	}
}

// isMethodOf reports whether a member of the client of a package is a method: the client of a
// whole catalog has fields.
func isMethodOf(c *diff.Change, pkg string) bool {
	area := c.Base.Area
	return c.Base.Operation != nil || area != nil && area.Package == pkg
}

// accessLine returns a line that reads a field or calls an iterator, and needs its old type:
//
//	var _ *string = claims.GetClaimRequest{}.Note
func accessLine(field, typ string) string {
	parts := strings.Split(field, ".")
	if item, ok := strings.CutPrefix(typ, "iter.Seq2["); ok {
		return "var _ iter.Seq2[" + qualifiedType(parts[0], strings.TrimSuffix(item, ", error]")) + ", error] = new(" + parts[0] + ".Client)." + parts[2] + "(nil, nil)"
	}
	return "var _ " + qualifiedType(parts[0], typ) + " = " + parts[0] + "." + parts[1] + "{}." + parts[2]
}

// addressLine returns a line that takes the address of a field. A value can be assigned to any, and
// its address cannot be assigned to *any.
func addressLine(field, typ string) string {
	parts := strings.Split(field, ".")
	return "var _ *" + qualifiedType(parts[0], typ) + " = &new(" + parts[0] + "." + parts[1] + ")." + parts[2]
}

// ownName matches the names of types of the same package in a type: Address in []Address, and not
// Object in api.Object.
var ownName = regexp.MustCompile(`(^|[^.\pL\pN_])(\p{Lu}[\pL\pN_]*)`)

// qualifiedType returns a type as another package writes it.
func qualifiedType(pkg, typ string) string {
	return ownName.ReplaceAllString(typ, "${1}"+pkg+".${2}")
}
