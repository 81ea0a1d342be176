package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (r *resolver) checkOperation(op *Operation) {
	o := r.operations[op]
	if n := o.value("effect"); n != nil && !slices.Contains(effects, n.text) {
		r.report(UnknownValue, n, o.scope, `"effect": unknown effect %s%s`, quote(n.text), oneOf(n.text, effects))
	}
	r.checkInclude(o)
	r.checkShape(op.Request, o, requestShape)
	if response := o.object("response"); response != nil {
		r.checkInclude(response)
		r.checkShape(op.Response.Shape, response, responseShape)
	}
	r.checkRules(op, o)
	if p := o.object("pagination"); p != nil {
		r.checkPagination(op, o, p)
	}
	r.checkDeprecation(o, func(use *node) string { return r.unknownOperation(op, use.text) })
}

var effects = []string{string(Read), string(Idempotent), string(Write)}

// checkInclude reports an included record that does not exist.
func (r *resolver) checkInclude(o *object) {
	n := o.value("include")
	if n == nil || r.records[n.text] != nil {
		return
	}
	known := slices.Sorted(maps.Keys(r.records))
	remedy := oneOf(n.text, known)
	switch {
	case r.enums[n.text] != nil:
		remedy = "; it is an enum, which has no fields"
	case !r.doc.whole("records"):
		return
	case len(known) == 0:
		remedy = `; declare it under "records"`
	}
	r.report(UnknownRecord, n, o.scope, "unknown record %s%s", quote(n.text), remedy)
}

// wholeBody tells whether all fields of a body or answer are known, so that one
// that is not among them does not exist.
func (r *resolver) wholeBody(o *object) bool {
	if o == nil {
		return true
	}
	if !o.whole("fields") || !o.whole("include") {
		return false
	}
	n := o.value("include")
	return n == nil || r.records[n.text] != nil && r.shapes[r.records[n.text]].whole("fields")
}

// unknownOperation says why an operation cannot be used in the place of
// another one, "" where it can.
func (r *resolver) unknownOperation(op *Operation, use string) string {
	areaName, name, full := strings.Cut(use, ".")
	if !full {
		areaName, name = op.Area.Name, use
	}
	index := r.operationIndex()
	switch other := index.byName[[2]string{areaName, name}]; {
	case other == op:
		return "is the operation itself; name another one"
	case other != nil || !index.whole:
		return ""
	}
	known := index.names
	if !full {
		known = index.inArea[op.Area]
	}
	return `is not an operation; write "area.operation", or an operation of this area` + suggest(use, known)
}

// operationIndex finds operations by area and name. Each may refer to another
// one, so the catalog is gone through once for all of them.
type operationIndex struct {
	byName map[[2]string]*Operation
	names  []string           // "area.operation", for suggestions
	inArea map[*Area][]string // "operation"
	whole  bool               // no operation was dropped
}

func (r *resolver) operationIndex() *operationIndex {
	if r.named != nil {
		return r.named
	}
	index := &operationIndex{byName: map[[2]string]*Operation{}, inArea: map[*Area][]string{}, whole: r.doc.whole("areas")}
	for _, a := range r.catalog.Areas {
		for _, op := range a.Operations {
			index.byName[[2]string{a.Name, op.Name}] = op
			index.names = append(index.names, a.Name+"."+op.Name)
			index.inArea[a] = append(index.inArea[a], op.Name)
		}
		index.whole = index.whole && r.areas[a].whole("operations")
	}
	r.named = index
	return index
}

func (r *resolver) checkPagination(op *Operation, o, p *object) {
	page, size := p.value("page"), p.value("size")
	for _, key := range []string{"page", "size"} {
		n := p.value(key)
		if n == nil {
			continue
		}
		f := r.fieldOf(op.Request, n.text)
		if f == nil {
			if r.wholeBody(o) {
				r.report(UnknownField, n, p.scope, "%s: the body has no field %s%s", quote(key), quote(n.text), suggest(n.text, fieldNames(op.Request)))
			}
			continue
		}
		fo := r.fields[f]
		if f.Type != nil && f.Type.Kind != Integer {
			r.report(PaginationField, n, p.scope, "%s: field %s is not an integer; make it one, or name another field", quote(key), quote(n.text)).
				and(fo.key, "the field is here")
		}
		if f.Required {
			r.report(PaginationField, n, p.scope, "%s: field %s is required, and paging is optional; delete \"required\"", quote(key), quote(n.text)).
				and(fo.attrs["required"].key, "required here")
		}
		if fo.has("default") {
			r.report(PaginationField, n, p.scope, "%s: field %s has a default of its own, which would page every call; give it as \"first\" or \"default_size\"", quote(key), quote(n.text)).
				and(fo.attrs["default"].key, "the default is here")
		}
	}
	if page != nil && size != nil && page.text == size.text {
		r.report(PaginationField, size, p.scope, `"page" and "size" are one field, %s; name two`, quote(size.text)).and(page, "first named here")
	}
	if n := p.value("default_size"); n != nil && *op.Pagination.DefaultSize == 0 {
		r.report(PaginationField, n, p.scope, `"default_size" is 0, so that a page holds nothing; give 1 or more`)
	}
	r.checkPageDefault(op.Pagination.Page, p, "first")
	r.checkPageDefault(op.Pagination.Size, p, "default_size")
	r.checkItems(op, o, p)
}

// checkPageDefault reports a default that the field that it is for refuses.
func (r *resolver) checkPageDefault(f *Field, p *object, key string) {
	n := p.value(key)
	if n == nil || f == nil || f.Type == nil || f.Type.Kind != Integer {
		return
	}
	numberFits(f, n, func(bound, format string, args ...any) {
		r.report(PaginationField, n, p.scope, "%s: %s, of field %s; change one of the two", quote(key), fmt.Sprintf(format, args...), quote(f.Name)).
			and(r.fields[f].key, "the field is here").because(r.fields[f], bound)
	})
}

// checkItems checks the field of the answer that pagination takes items from.
func (r *resolver) checkItems(op *Operation, o, p *object) {
	n := p.value("items")
	if n == nil {
		return
	}
	f := r.fieldOf(op.Response.Shape, n.text)
	switch {
	case f == nil && o.whole("response") && r.wholeBody(o.object("response")):
		r.report(UnknownField, n, p.scope, `"items": the response has no field %s%s`, quote(n.text), suggest(n.text, fieldNames(op.Response.Shape)))
	case f != nil && f.Type != nil && f.Type.Kind != Array:
		r.report(PaginationField, n, p.scope, `"items": field %s of the response is not an array; make it one, or name another field`, quote(n.text)).
			and(r.fields[f].key, "the field is here")
	}
}
