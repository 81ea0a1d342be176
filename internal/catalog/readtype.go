package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textformat"
	"example.com/opgen/internal/text/wording"
)

// Types are written as in "[{string: AddressEntry?}]". The question mark is only for items of
// arrays and maps; a field has the key nullable, which is beside its other keys.

// mapKey is the type of the keys of maps.
const mapKey = "string"

// typeOf returns the type of a field or a response. It reports an invalid one and returns nil.
func (l *lookup) typeOf(o *yamldoc.Object) *Type {
	n := o.Value("type")
	if n == nil {
		return nil
	}
	t := l.readType(n, o.Scope)
	o.Attrs["type"].Bad = t == nil
	return t
}

// readType returns the type in a node. It reports an invalid one and returns nil.
func (l *lookup) readType(n *yamldoc.Node, s yamldoc.Scope) *Type {
	switch n.Kind {
	case yamldoc.List:
		if len(n.Items) == 1 {
			return l.holder(Array, n.Items[0], s)
		}
		l.Report(yamldoc.WrongKind, n, s, "an array has one type of items; write [T]")
	case yamldoc.Map:
		if len(n.Entries) != 1 {
			l.Report(yamldoc.WrongKind, n, s,
				"a map has one type of values; write {string: T}, or the name of a record")
			return nil
		}
		t := l.holder(Map, n.Entries[0].Value, s)
		if key := n.Entries[0].Key; key.Text != mapKey {
			l.Report(yamldoc.WrongKind, key, s,
				"the keys of a map are strings; write {string: T}, not {%s: T}",
				wording.Clip(key.Text))
			return nil
		}
		return t
	case yamldoc.String:
		if named := l.typed[n.Text]; named != nil {
			t := *named
			return &t
		}
		l.unknownType(n, s)
	case yamldoc.Broken:
	default:
		l.Report(yamldoc.WrongKind, n, s, "expected the name of a type, found %s", n.Found())
	}
	return nil
}

// holder returns an array or a map of the type in a node, where T? may be null. It returns nil if the
// type is invalid.
func (l *lookup) holder(kind Kind, n *yamldoc.Node, s yamldoc.Scope) *Type {
	item, nullable := itemOf(n)
	elem := l.readType(item, s)
	switch {
	case elem == nil:
		return nil
	case nullable && isAny(elem):
		l.Report(UnknownType, n, s, `null is one of the values of %s; write it without "?"`,
			wording.Quote(item.Text))
		return nil
	}
	elem.Nullable = nullable
	return &Type{Kind: kind, Elem: elem}
}

// itemOf returns the type of items T or T? without the question mark, and reports whether there was one.
func itemOf(n *yamldoc.Node) (item *yamldoc.Node, nullable bool) {
	if text, ok := strings.CutSuffix(n.Text, "?"); ok && n.Kind == yamldoc.String {
		value := *n
		value.Text = text
		return &value, true
	}
	return n, false
}

// unknownType reports the name of a type that does not exist.
func (l *lookup) unknownType(n *yamldoc.Node, s yamldoc.Scope) {
	if !l.doc.Whole("records") || !l.doc.Whole("enums") || !l.doc.Whole("unions") {
		return // the name may be one of those that could not be read
	}
	remedy := l.DidYouMean(n.Text, func() []string { return slices.Sorted(maps.Keys(l.typed)) })
	name, suffixed := strings.CutSuffix(n.Text, "?")
	switch {
	case suffixed && l.typed[name] != nil:
		remedy = "; write {type: " + name + ", nullable: true}, because a question mark is for " +
			"items of arrays and maps: [T?]"
	case textformat.Named(n.Text).Name != "":
		remedy = "; write {type: string, format: " + n.Text + "}"
	case remedy == "" || strings.ContainsAny(n.Text, "[]{}"):
		remedy = `; write "string", "boolean", "integer", "number", "object", "any", ` +
			`"unspecified", a record, enum or union of this catalog, or, without quotes, [T] ` +
			`for an array and {string: T} for a map`
	}
	l.Report(UnknownType, n, s, "unknown type %s%s", wording.Quote(n.Text), remedy)
}
