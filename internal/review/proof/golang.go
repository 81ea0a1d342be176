package proof

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// goExample returns a line of Go that no longer compiles, from the first move of a change:
//
//	claims.Client.GetClaim -> claims.Client.ReadClaim
//	claims.GetClaimRequest.Note: *string -> string
//	claims.Address: removed
//	claims.EntryFile: File -> Folder
//
// The line that compiles now takes the other moves into account.
func goExample(c *diff.Change, moved moves) *report.Example {
	if len(c.Go) == 0 {
		return nil
	}
	e := &report.Example{Kind: "client", Outcome: "It does not compile."}
	if c.Verdicts.Callers != report.Breaks {
		e.Kind = "server"
	}
	move := c.Go[0]
	if name, types, ok := strings.Cut(move, ": "); ok && strings.Contains(types, " -> ") {
		before, after, _ := strings.Cut(types, " -> ")
		now := moved.newName(name)
		if strings.Count(name, ".") == 1 { // the type of a variant, or a type itself
			e.Given, e.Instead = conversionLine(name, before), conversionLine(now, after)
			if c.Base.Variant == nil { // another type has its name
				e.Given, e.Instead = map[string]string{"struct": "_ = " + name + "{}", "string": "_ = " + name + `("x")`}[before], ""
				e.Given = cmp.Or(e.Given, "var _ *"+before+" = new("+name+")") // of package api
			}
			return e
		}
		if b, h := c.Base.Field, c.Head.Field; b != nil && h != nil && b.Whole && h.Whole { // its name follows from its type
			now = strings.TrimSuffix(now, b.GoName) + h.GoName
		}
		line := accessLine
		unnamed := []string{"map[string]any", "api.Object"} // each can be assigned to the other
		if before == "any" || slices.Contains(unnamed, before) && slices.Contains(unnamed, after) {
			line = addressLine
		}
		e.Given, e.Instead = line(name, before), line(now, after)
		return e
	}
	before, _, renamed := strings.Cut(strings.TrimSuffix(move, ": removed"), " -> ")
	if e.Given = mentionLine(c, before); renamed {
		e.Instead = mentionLine(c, moved.newName(before))
	}
	return e
}

// moves maps identifiers to their new names.
type moves map[string]string

func movesOf(changes []diff.Change) moves {
	m := moves{}
	for _, c := range changes {
		for _, move := range c.Go {
			if before, after, ok := strings.Cut(move, " -> "); ok && !strings.Contains(before, ": ") {
				m[before] = target(before, after)
			}
		}
	}
	return m
}

// newName returns the new name of an identifier: its package, its type and the identifier
// itself may have moved.
func (m moves) newName(name string) string {
	if strings.HasPrefix(name, "package ") {
		return cmp.Or(m[name], name)
	}
	parts := strings.Split(name, ".")
	now := slices.Clone(parts)
	if pkg, ok := strings.CutPrefix(m["package "+parts[0]], "package "); ok {
		now[0] = pkg
	}
	for n := 2; n <= len(parts); n++ {
		to, ok := m[strings.Join(parts[:n], ".")]
		if !ok {
			continue
		}
		there := strings.Split(to, ".")
		if there[0] != parts[0] {
			now[0] = there[0]
		}
		now = slices.Concat(now[:n-1], there[n-1:], now[n:])
	}
	return strings.Join(now, ".")
}

// target returns the full new name of an identifier. A short name is in the same package
// and type.
func target(before, after string) string {
	if strings.HasPrefix(before, "package ") {
		return "package " + after
	}
	if strings.Count(after, ".") == strings.Count(before, ".") {
		return after
	}
	return before[:strings.LastIndexByte(before, '.')+1] + after
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
	case parts[1] == "Client" && c.Base.Operation != nil:
		return "_ = (*" + parts[0] + ".Client)." + parts[2]
	case parts[1] == "Service":
		return "_ = " + parts[0] + ".Service." + parts[2]
	default:
		return "_ = " + parts[0] + "." + parts[1] + "{}." + strings.Join(parts[2:], ".")
	}
}

// accessLine returns a line that reads a field or calls an iterator.
func accessLine(field, typ string) string {
	parts := strings.Split(field, ".")
	if item, ok := strings.CutPrefix(typ, "iter.Seq2["); ok {
		return "var _ iter.Seq2[" + qualified(parts[0], strings.TrimSuffix(item, ", error]")) + ", error] = new(" + parts[0] + ".Client)." + parts[2] + "(nil, nil)"
	}
	return "var _ " + qualified(parts[0], typ) + " = " + parts[0] + "." + parts[1] + "{}." + parts[2]
}

// addressLine returns a line that takes the address of a field.
func addressLine(field, typ string) string {
	parts := strings.Split(field, ".")
	return "var _ *" + qualified(parts[0], typ) + " = &new(" + parts[0] + "." + parts[1] + ")." + parts[2]
}

// conversionLine returns a line that converts a record to a variant.
func conversionLine(variant, record string) string {
	pkg, _, _ := strings.Cut(variant, ".")
	return "_ = " + variant + "(" + qualified(pkg, record) + "{})"
}

// ownName matches the names of types of the same package in a type.
var ownName = regexp.MustCompile(`(^|[^.\pL\pN_])(\p{Lu}[\pL\pN_]*)`)

// qualified returns a type as another package writes it.
func qualified(pkg, typ string) string {
	return ownName.ReplaceAllString(typ, "${1}"+pkg+".${2}")
}
