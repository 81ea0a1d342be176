package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// pages resolves the pagination of an operation, once all operations are known by name.
func (r *resolver) pages(op *Operation) {
	o := r.of[op]
	p := o.Object("pagination")
	if p == nil {
		return
	}
	op.Pagination = &Pagination{
		Page:        r.fieldOf(op.Request, p.Text("page")),
		Size:        r.fieldOf(op.Request, p.Text("size")),
		First:       p.Int("first"),
		DefaultSize: p.Int("default_size"),
		Pos:         o.Attrs["pagination"].Key.Pos(),
	}
	taker := op
	if n := p.Value("continue"); n != nil {
		op.Pagination.Continue = r.continuing(op, n.Text)
		taker = op.Pagination.Continue
	}
	if n := p.Value("cursor"); n != nil && taker != nil {
		op.Pagination.Cursor = r.fieldOf(taker.Request, n.Text)
	}
	for key, to := range map[string]**Place{"next": &op.Pagination.Next, "more": &op.Pagination.More, "items": &op.Pagination.At} {
		if n := p.Value(key); n != nil {
			place, problem := r.place(op, n.Text)
			if *to = place; problem != "" && (key == "items" || p.Has("cursor")) {
				r.Report(UnknownField, n, p.Scope, "%s: %s", wording.Quote(key), problem)
			}
		}
	}
	for _, key := range []string{"page", "cursor", "next", "more", "size", "first", "default_size", "items", "continue"} {
		if n := p.Value(key); n != nil {
			value := any(n.Text)
			if i, ok := n.Int(); ok {
				value = i
			} else if key == "continue" && taker != nil {
				value = taker.Name
			}
			op.Pagination.Keys = append(op.Pagination.Keys, PageKey{key, value})
		}
	}
	op.Pagination.Items = op.Pagination.At.Field()
	if at := op.Pagination.At; at != nil && op.Pagination.Continue != nil {
		op.Pagination.ThenAt, _ = r.place(op.Pagination.Continue, at.Name)
	}
}

// places returns the places in a response by their keys.
func (p *Pagination) places() map[string]*Place {
	return map[string]*Place{"next": p.Next, "more": p.More, "items": p.At}
}

// continuing returns the operation of the area with a name, nil if there is none.
func (r *resolver) continuing(op *Operation, name string) *Operation {
	next := cmp.Or(r.named[op.Area.Name+"."+name], r.named[name])
	if next == nil || next.Area != op.Area {
		return nil
	}
	return next
}

// place finds a value in the response of an operation by the name of a field, or by a JSON pointer from
// the whole body. If there is none, it returns nil and the reason, which is "" if the value may be in
// a part that could not be read.
func (r *resolver) place(op *Operation, name string) (*Place, string) {
	place, shape, whole, e := &Place{Name: name}, op.Response.Shape, op.Response.Whole, op.Envelope
	inData := e != nil && e.Data != ""
	tokens := strings.Split(name, "/")[1:]
	switch isField := name != "" && r.fieldOf(shape, name) != nil; {
	case isField && inData:
		tokens = []string{jsonpointer.Escape(e.Data), jsonpointer.Escape(name)}
	case isField:
		tokens = []string{jsonpointer.Escape(name)}
	case name != "" && name[0] != '/':
		return nil, r.noField(op, shape, name)
	}
	switch {
	case e == nil || whole != nil && name == "":
	case inData && len(tokens) > 0 && tokens[0] == jsonpointer.Escape(e.Data):
		place.Pointer, tokens = "/"+tokens[0], tokens[1:]
	case !inData && (len(tokens) == 0 || r.fieldOf(shape, jsonpointer.Unescape(tokens[0])) != nil):
	case e.Siblings != nil && len(tokens) > 0:
		shape, place.Beside = e.Siblings, true
	case inData:
		return nil, "a pointer starts at the whole body, where the response is in " + wording.Quote(e.Data)
	}
	switch {
	case whole == nil || place.Beside:
		return r.descend(op, place, shape, tokens)
	case len(tokens) > 0:
		return nil, "the response is of type " + whole.Type.String() + "; its place is \"\""
	}
	return &Place{Name: name, Fields: []*Field{whole}, Type: whole.Type}, ""
}

// descend completes a place with the tokens of a pointer, starting at a shape.
func (r *resolver) descend(op *Operation, place *Place, shape *Shape, tokens []string) (*Place, string) {
	free := false // the catalog does not show this part
	for i, token := range tokens {
		place.Pointer += "/" + token
		if place.Type = nil; free {
			continue
		}
		f := r.fieldOf(shape, jsonpointer.Unescape(token))
		if free = f == nil && shape.Open; free {
			continue
		}
		if f == nil {
			return nil, r.noField(op, shape, jsonpointer.Unescape(token))
		}
		place.Fields, place.Type = append(place.Fields, f), f.Type
		switch t := f.Type; {
		case t == nil: // reported
			return nil, ""
		case t.Kind == Record:
			shape = t.Record
		case t.Kind == Object, t.Kind == Any, t.Kind == Unspecified, t.Kind == Map:
			free = true
		case i < len(tokens)-1:
			return nil, "nothing can be in field " + wording.Quote(f.Name) + ", which is of type " + t.String()
		}
	}
	return place, ""
}

// noField describes that a response, or a record in it, has no field with a name.
func (r *resolver) noField(op *Operation, s *Shape, name string) string {
	of, whole := "the response", r.of[op].Whole("response") && r.wholeBody(r.of[op].Object("response"))
	if s.Name != "" {
		of, whole = "record "+wording.Quote(s.Name), r.of[s].Whole("fields")
	}
	if !whole {
		return ""
	}
	return of + " has no field " + wording.Quote(name) + r.OneOf(name, s.names) + `; a member of a member is "/NAME/NAME"`
}

// Fields returns the fields of the request for paging.
func (p *Pagination) Fields() []*Field {
	fields := []*Field{p.Page, p.Size}
	if p.Continue == nil {
		fields = append(fields, p.Cursor)
	}
	return slices.DeleteFunc(fields, func(f *Field) bool { return f == nil })
}

// The required keys of each way to page.
var (
	byNumber = []string{"page", "size"}
	byCursor = []string{"cursor", "next"}
)

func (r *resolver) checkPagination(op *Operation, o, p *yamldoc.Object) {
	cursor, needed := p.Has("cursor") || p.Has("next"), byNumber
	if cursor && p.Has("page") {
		r.Report(ConflictingKeys, p.Attrs["page"].Key, p.Scope, `"page" and "cursor" are two ways to page; delete one of them`)
	}
	for _, key := range []string{"first", "default_size"} {
		if a := p.Attrs[key]; a != nil && cursor {
			r.Report(ConflictingKeys, a.Key, p.Scope, "%s is for page numbers, but this pages by a cursor; delete it", wording.Quote(key))
		}
	}
	for _, key := range []string{"more", "continue"} {
		if a := p.Attrs[key]; a != nil && !cursor {
			r.Report(ConflictingKeys, a.Key, p.Scope, `%s is for paging by a cursor; add "cursor" and "next", or delete it`, wording.Quote(key))
		}
	}
	if cursor {
		needed = byCursor
	}
	for _, key := range needed {
		if !p.Has(key) && !p.Node.Partial {
			r.Report(yamldoc.MissingKey, p.Place(), p.Scope, "key %s is missing; add it", wording.Quote(key))
		}
	}
	r.checkPageFields(op, p, cursor)
	r.checkPageDefault(op.Pagination.Page, p, "first")
	r.checkPageDefault(op.Pagination.Size, p, "default_size")
	if cursor {
		r.checkCursor(op, p)
	}
	r.checkPlaces(op, p)
}

// checkPageFields checks the fields of the request for the number and the size of a page.
func (r *resolver) checkPageFields(op *Operation, p *yamldoc.Object, cursor bool) {
	for _, key := range byNumber {
		n := p.Value(key)
		if n == nil || cursor && key == "page" {
			continue
		}
		if f := r.requestField(op, p, key, n); f != nil && f.Type != nil && f.Type.Kind != Integer {
			r.Report(PaginationField, n, p.Scope, "%s: field %s is not an integer, and the format cannot express paging by another; name another field, or delete the pagination", wording.Quote(key), wording.Quote(n.Text)).
				And(r.of[f].Key, "the field is here")
		}
	}
	named := map[string]*yamldoc.Node{}
	for _, key := range []string{"page", "cursor", "size"} {
		if n := p.Value(key); n != nil && (key != "cursor" || !p.Has("continue")) {
			r.repeated(named, n.Text, n, p.Scope, PaginationField, "%s: another key names field %s too; name two", wording.Quote(key), wording.Quote(n.Text))
		}
	}
	if n := p.Value("default_size"); n != nil && *op.Pagination.DefaultSize == 0 {
		r.Report(PaginationField, n, p.Scope, `"default_size" is 0, so pages are empty; give 1 or more`)
	}
}

// unpagedKeys are keys of a field that contradict paging. With a cursor, only the caller sets the size.
var unpagedKeys = []struct {
	key        string
	withCursor bool
	reason     string
}{
	{"nullable", true, "is nullable, but null is not a page"},
	{"required", false, "is required, and the format cannot express paging by a required field"},
	{"default", false, `has a default, which is sent with every call; "first" and "default_size" are not`},
}

// requestField returns the field of a request in a key of the pagination, or reports that there is
// none, and keys that contradict paging.
func (r *resolver) requestField(op *Operation, p *yamldoc.Object, key string, n *yamldoc.Node) *Field {
	f := r.fieldOf(op.Request, n.Text)
	if f == nil {
		if r.wholeBody(r.of[op]) {
			r.Report(UnknownField, n, p.Scope, "%s: the body of %s has no field %s%s", wording.Quote(key), wording.Quote(op.Name), wording.Quote(n.Text), r.OneOf(n.Text, op.Request.names))
		}
		return nil
	}
	for _, k := range unpagedKeys {
		if at := r.of[f].Attrs[k.key]; at != nil && (k.key == "default" || at.Value.True()) && (k.withCursor || !p.Has("cursor") && !p.Has("next")) {
			r.Report(PaginationField, n, p.Scope, "%s: field %s %s; delete the pagination, or correct the field", wording.Quote(key), wording.Quote(n.Text), k.reason).
				And(at.Key, wording.Quote(k.key)+" is here")
		}
	}
	return f
}

// checkCursor checks the field that takes the cursor, and its operation.
func (r *resolver) checkCursor(op *Operation, p *yamldoc.Object) {
	taker := op
	if n := p.Value("continue"); n != nil {
		switch taker = op.Pagination.Continue; {
		case taker == op:
			r.Report(PaginationField, n, p.Scope, `"continue" is the operation itself; delete the key`)
		case taker != nil:
			r.checkContinue(op, taker, p, n)
		case r.named[n.Text] != nil:
			r.Report(PaginationField, n, p.Scope, `"continue": operation %s is in another area, so its items have other Go types; name one of this area`, wording.Quote(n.Text))
		case r.whole:
			r.Report(PaginationField, n, p.Scope, `"continue": there is no operation %s in this area%s`, wording.Quote(n.Text), r.DidYouMean(n.Text, func() []string { return r.names[op.Area] }))
		}
	}
	n := p.Value("cursor")
	if n == nil || taker == nil {
		return
	}
	f := r.requestField(taker, p, "cursor", n)
	if f == nil || f.Type == nil {
		return
	}
	if f.Type.Kind != String && f.Type.Kind != Integer {
		r.Report(PaginationField, n, p.Scope, `"cursor": field %s is neither a string nor an integer, and the format cannot express a cursor of another type; delete the pagination`, wording.Quote(n.Text)).
			And(r.of[f].Key, "the field is here")
	}
}

// checkContinue checks that an iterator can call an operation with only a cursor, and that both
// responses have the same places.
func (r *resolver) checkContinue(op, taker *Operation, p *yamldoc.Object, n *yamldoc.Node) {
	for _, f := range taker.Request.Fields {
		if f.Required && f != op.Pagination.Cursor {
			r.Report(PaginationField, n, p.Scope, `"continue": %s also requires field %s, which iterators do not set; name another operation, or delete the pagination`, wording.Quote(taker.Name), wording.Quote(f.Name)).
				And(r.of[f].Key, "the field is here")
		}
	}
	for _, rule := range taker.Rules {
		given := 0 // fields of the rule with a value if only the cursor is sent
		if slices.Contains(rule.Fields, op.Pagination.Cursor) {
			given = 1
		}
		if !rule.Allows(given) {
			r.Report(PaginationField, n, p.Scope, `"continue": a rule of %s requires more than the cursor; name another operation, or delete the pagination`, wording.Quote(taker.Name)).
				And(r.of[taker].Attrs["rules"].Key, "the rules are here")
		}
	}
	for key, here := range op.Pagination.places() {
		at := p.Value(key)
		if at == nil {
			continue
		}
		there, problem := r.place(taker, at.Text)
		switch {
		case problem != "":
			r.Report(PaginationField, at, p.Scope, "%s: in the response of %s, %s; both responses have the same places", wording.Quote(key), wording.Quote(taker.Name), problem).And(n, "named here")
		case here != nil && there != nil && here.Type != nil && there.Type != nil && here.Type.String() != there.Type.String():
			r.Report(PaginationField, at, p.Scope, "%s: the type is %s here and %s in the response of %s; both responses have the same places", wording.Quote(key), here.Type, there.Type, wording.Quote(taker.Name)).And(n, "named here")
		}
	}
}

// checkPlaces checks the places of the response.
func (r *resolver) checkPlaces(op *Operation, p *yamldoc.Object) {
	for key, place := range op.Pagination.places() {
		n := p.Value(key)
		if place == nil || key != "items" && !p.Has("cursor") {
			continue
		}
		report := func(format string, args ...any) {
			problem := r.Report(PaginationField, n, p.Scope, "%s: %s %s", wording.Quote(key), wording.Quote(n.Text), fmt.Sprintf(format, args...))
			if f := place.Field(); f != nil {
				problem.And(r.of[f].Key, "the field is here")
			}
		}
		if i := slices.IndexFunc(place.Fields, func(f *Field) bool { return f.Type.Nullable }); key == "items" && i >= 0 {
			f := place.Fields[i]
			r.Report(PaginationField, n, p.Scope, `"items": field %s is nullable, but null is not a page; leave "items" out, or delete "nullable", which reads null as absent`, wording.Quote(f.Name)).
				And(r.of[f].Attrs["nullable"].Key, "nullable here")
		}
		cursor := op.Pagination.Cursor
		switch t := place.Type; {
		case key == "items" && place.Beside:
			report(`is beside the response; name a field of the response, or leave "items" out`)
		case key == "items" && (t == nil || t.Kind != Array):
			report(`is not an array; name another field, or leave "items" out`)
		case key == "items", t == nil || t.Kind == Any || t.Kind == Unspecified:
		case key == "more" && t.Kind != Boolean:
			report(`is not a boolean; name another field, or leave "more" out`)
		case key == "next" && cursor != nil && cursor.Type != nil && t.Kind != cursor.Type.Kind:
			report("is of type %s, and field %s, which takes the cursor, of type %s; name two fields of one type", t, wording.Quote(cursor.Name), cursor.Type)
		}
	}
}

// checkPageDefault reports a default that its field refuses.
func (r *resolver) checkPageDefault(f *Field, p *yamldoc.Object, key string) {
	n := p.Value(key)
	if n == nil || f == nil || f.Type == nil || f.Type.Kind != Integer {
		return
	}
	f.fits(wording.Clip, func(bound, format string, args ...any) {
		problem := r.Report(PaginationField, n, p.Scope, "%s: %s, of field %s; change one of the two", wording.Quote(key), fmt.Sprintf(format, args...), wording.Quote(f.Name)).
			And(r.of[f].Key, "the field is here")
		because(problem, r.of[f], bound)
	}, n.Text)
}

// checkPaged reports a field for paging in a rule. A cursor is sent with the fields of the first page,
// so a rule must allow this.
func (r *resolver) checkPaged(op *Operation, f *Field, p *yamldoc.Object, rule *Rule, n *yamldoc.Node, s yamldoc.Scope) {
	if op.Pagination == nil {
		return
	}
	if f == op.Pagination.Cursor {
		if rule.Kind == AtMostOneOf || rule.Kind == AllOrNoneOf {
			r.Report(RuleMember, n, s, "field %s takes the cursor, which is sent with the other fields of the first page; remove it from the rule", wording.Quote(n.Text)).
				And(p.Value("cursor"), "used for paging here")
		}
		return
	}
	for _, key := range byNumber {
		if at := p.Value(key); at != nil && at.Text == f.Name && op.Pagination.Page != nil {
			r.Report(RuleMember, n, s, "field %s is used for paging, so it gets a value if the other such field has one; remove it from the rule", wording.Quote(n.Text)).
				And(at, "used for paging here")
			return
		}
	}
}
