package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Names by which paging with a cursor is known, squeezed.
var (
	cursorNames = words("cursor nextcursor startcursor pagecursor pagetoken nextpagetoken nexttoken continuationtoken continuation")
	nextNames   = words("nextcursor nextpagecursor nextpagetoken nexttoken continuationtoken continuation cursor")
	moreNames   = words("hasmore more hasnext hasnextpage hasmoreitems ismore")
	sizeNames   = words("limit pagesize perpage maxresults maxitems count size pagelimit")
)

// cursors proposes how operations page whose names say that they do so by a cursor.
func (im *importer) cursors() {
	paging := map[string][]string{} // operations by how they page
	var order []string
	for _, a := range im.service.areas {
		for _, op := range a.operations {
			text := im.cursor(op)
			if text == "" {
				continue
			}
			if paging[text] == nil {
				order = append(order, text)
			}
			paging[text] = append(paging[text], op.String())
		}
	}
	for _, text := range order {
		ops := paging[text]
		im.service.proposals = append(im.service.proposals, fmt.Sprintf("by the names, %s %s by a cursor; in an overlay, pagination: %s",
			wording.List(ops, "and"), map[bool]string{true: "pages", false: "page"}[len(ops) == 1], text))
	}
}

// cursor returns how an operation pages as a catalog says it, "" if it does not.
func (im *importer) cursor(op *operation) string {
	if op.response == nil || op.response.shape == nil || slices.ContainsFunc(op.extra, func(a attr) bool { return a.key == "pagination" }) {
		return ""
	}
	next, place := im.within(op, nextNames, func(f *field) bool { return isCursor(f.typ) })
	if next == nil {
		return ""
	}
	takes := func(f *field) bool {
		return cursorNames[squeezed(f.name)] && f.typ.word == next.typ.word && f.get("nullable") == nil
	}
	parts, body, goesOn := []string(nil), op.body.known(), ""
	i := slices.IndexFunc(body, takes)
	if i < 0 {
		for _, other := range op.area.operations {
			of := other.body.known()
			j := slices.IndexFunc(of, takes)
			if j < 0 || !strings.HasPrefix(other.name, op.name+"_") || other.rules != nil || !sameAnswer(op, other) ||
				slices.ContainsFunc(of, func(f *field) bool { return f.get("required") != nil && f != of[j] }) {
				continue
			}
			body, i, goesOn = append(body, of[j]), len(body), other.name
			break
		}
	}
	if i < 0 || slices.ContainsFunc(op.rules, func(r *rule) bool { return slices.Contains(r.fields, body[i].name) }) {
		return ""
	}
	parts = append(parts, "cursor: "+yamldoc.Scalar(body[i].name), "next: "+yamldoc.Scalar(place))
	if _, at := im.within(op, moreNames, func(f *field) bool { return f.typ.word == "boolean" }); at != "" {
		parts = append(parts, "more: "+yamldoc.Scalar(at))
	}
	var lists []*field
	for _, f := range op.response.known() {
		if f.typ.elem != nil {
			lists = append(lists, f)
		}
	}
	switch whole := op.response.whole; {
	case whole != nil && whole.elem != nil:
		parts = append(parts, `items: ""`)
	case len(lists) == 1:
		parts = append(parts, "items: "+yamldoc.Scalar(lists[0].name))
	}
	for _, f := range body {
		if sizeNames[squeezed(f.name)] && f.typ.word == "integer" {
			parts = append(parts, "size: "+yamldoc.Scalar(f.name))
			break
		}
	}
	if goesOn != "" {
		parts = append(parts, "continue: "+goesOn)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func isCursor(t *typ) bool { return t.word == "string" || t.word == "integer" }

// sameAnswer tells whether two operations respond with the same.
func sameAnswer(a, b *operation) bool {
	whole := func(op *operation) string {
		if op.response.whole == nil {
			return ""
		}
		return op.response.whole.String()
	}
	return b.response != nil && b.response.shape != nil && a.response.shape.key() == b.response.shape.key() && whole(a) == whole(b)
}

// within returns the field of a response, of a record in it or of what stands beside it
// that has one of some names, and its place as paging says it.
func (im *importer) within(op *operation, names map[string]bool, fits func(*field) bool) (*field, string) {
	is := func(f *field) bool { return names[squeezed(f.name)] && fits(f) }
	fields := op.response.known()
	if i := slices.IndexFunc(fields, is); i >= 0 {
		return fields[i], fields[i].name
	}
	data, beside := "", []*field(nil)
	if e := im.decided.envelope; e != nil && !slices.ContainsFunc(op.extra, func(a attr) bool { return a.key == "envelope" }) {
		if e.data != "" {
			data = step(e.data)
		}
		if e.siblings != nil {
			beside = slices.DeleteFunc(slices.Clone(e.siblings.fields), func(f *field) bool { return !slices.Contains(op.beside, f.name) })
		}
	}
	if f, at := inRecords(fields, is); f != nil {
		return f, data + at
	}
	if i := slices.IndexFunc(beside, is); i >= 0 {
		return beside[i], step(beside[i].name)
	}
	return inRecords(beside, is)
}

// inRecords returns a field of a record among some fields, and its place.
func inRecords(fields []*field, is func(*field) bool) (*field, string) {
	for _, f := range fields {
		if r := f.typ.record; r != nil {
			if i := slices.IndexFunc(r.fields, is); i >= 0 {
				return r.fields[i], step(f.name) + step(r.fields[i].name)
			}
		}
	}
	return nil, ""
}
