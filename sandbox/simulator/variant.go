package simulator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Some clients of a service know an operation by another path, or send values of other types than
// its specification says. The handler decodes their requests by a variant of the operation, and what
// it has accepted is turned into a request of the operation itself. So the engine, the log and the
// console know only operations of the catalog.

// Path is a further path of an operation.
type Path struct {
	Path      string
	Operation string            // as in "contacts.get_contact"
	Fields    map[string]string // members that have other names at this path, with those of the catalog
}

// variant is an operation as some clients know it.
type variant struct {
	*catalog.Operation
	renamed map[string]string // the names of members in the catalog, by those of the variant
	anyText []string          // members that are text in the catalog, and anything here
}

// variantsOf returns all variants of an operation: as it is in the catalog, and at its further paths.
func variantsOf(op *catalog.Operation, o Options) (variants []*variant) {
	variants = append(variants, newVariant(op, Path{Path: op.Path}, o.AnyText))
	for _, p := range o.Paths {
		if p.Operation == op.String() {
			variants = append(variants, newVariant(op, p, o.AnyText))
		}
	}
	return variants
}

// newVariant returns the variant of an operation at a path. It shares with the operation what does
// not differ.
func newVariant(op *catalog.Operation, path Path, anyText bool) *variant {
	request, changed := *op.Request, *op
	request.Fields = slices.Clone(request.Fields)
	changed.Path, changed.Request = path.Path, &request
	v := &variant{&changed, path.Fields, nil}
	for i, f := range request.Fields {
		name := path.nameOf(f)
		isAnyText := anyText && isPlainText(op, f)
		if name == f.Name && !isAnyText {
			continue // rules refer to fields by their pointers, so this one is shared
		}
		field := *f
		field.Name = name
		if isAnyText {
			field.Type = &catalog.Type{Kind: catalog.Unspecified, Nullable: f.Type.Nullable}
		}
		if isAnyText && f.Type.Kind == catalog.String {
			v.anyText = append(v.anyText, name)
		}
		request.Fields[i] = &field
	}
	return v
}

// nameOf returns the name of a field at the path.
func (p Path) nameOf(f *catalog.Field) string {
	for name, inCatalog := range p.Fields {
		if inCatalog == f.Name {
			return name
		}
	}
	return f.Name
}

// isPlainText reports whether a field is a string, or a list of strings, about which the catalog says
// nothing else.
func isPlainText(op *catalog.Operation, f *catalog.Field) bool {
	isList := f.Type.Kind == catalog.Array && f.Type.Elem.Kind == catalog.String && f.Join == ""
	isText := f.Type.Kind == catalog.String || isList
	if !isText || isReferred(op, f) {
		return false
	}
	isCounted := f.MinItems != nil || f.MaxItems != nil
	isBounded := isCounted || f.MinLength != nil || f.MaxLength != nil || f.Pattern != "" || f.Format != ""
	isChosen := f.Enum != nil || f.Codes != "" || f.Default != nil
	isOmitted := f.OmitEmpty || f.SendIf != ""
	return !f.NonBlank && !isBounded && !isChosen && !isOmitted
}

// isReferred reports whether a rule or the paging of an operation refers to a field, which the
// variant must then share.
func isReferred(op *catalog.Operation, f *catalog.Field) bool {
	for _, rule := range op.Rules {
		if slices.Contains(rule.Fields, f) {
			return true
		}
	}
	return op.Pagination != nil
}

// settle turns a request of the variant into one of the operation: members get their names, and
// booleans and numbers become text. Lists and objects stay, since no text stands for them.
//
//	{"zip": 12345, "id": true}  becomes  {"zipcode": "12345", "id": "true"}
func (v *variant) settle(request string) string {
	if v.renamed == nil && v.anyText == nil {
		return request
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(request), &members); err != nil {
		return request // cannot happen: the handler has decoded it
	}
	changed := false
	for _, name := range v.anyText {
		if isScalar(members[name]) {
			members[name], _ = json.Marshal(string(members[name]))
			changed = true
		}
	}
	for name, inCatalog := range v.renamed {
		if value, isPresent := members[name]; isPresent {
			delete(members, name)
			members[inCatalog] = value
			changed = true
		}
	}
	if !changed {
		return request
	}
	text, _ := json.Marshal(members) // of what was decoded
	return string(text)
}

// isScalar reports whether JSON is a boolean or a number.
func isScalar(value json.RawMessage) bool {
	if len(value) == 0 {
		return false
	}
	return !slices.Contains([]byte(`"{[n`), value[0])
}

// checkPaths returns an error if a further path has no operation, or a field that the operation
// lacks or that a rule refers to.
func checkPaths(c *catalog.Catalog, paths []Path) error {
	operations := c.ByName()
	for _, p := range paths {
		op := operations[p.Operation]
		if op == nil {
			const form = "path %s: the catalog has no operation %q%s"
			names := slices.Sorted(maps.Keys(operations))
			return fmt.Errorf(form, p.Path, p.Operation, wording.DidYouMean(p.Operation, names))
		}
		for _, name := range p.Fields {
			f := op.Request.Field(name)
			if f == nil || isReferred(op, f) {
				const form = "path %s: %q is no field of %s that can have another name"
				return fmt.Errorf(form, p.Path, name, op)
			}
		}
	}
	return nil
}
