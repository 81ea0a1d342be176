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

// use is how a pagination uses a key.
type use int

const (
	unused use = iota
	optional
	needed
)

// pageKeys are the keys of a pagination, in the order of [Pagination.Keys].
var pageKeys = []struct {
	name               string
	byNumber, byCursor use
}{
	{"page", needed, unused}, {"cursor", unused, needed}, {"next", unused, needed}, {"more", unused, optional},
	{"size", optional, optional}, {"first", optional, unused}, {"default_size", optional, unused},
	{"items", optional, optional}, {"continue", unused, optional},
}

// pages resolves the pagination of an operation and reports mistakes. All operations are known by name,
// with their rules.
func (r *resolver) pages(op *Operation) {
	o := r.objects[op]
	p := o.Object("pagination")
	if p == nil {
		return
	}
	g := &Pagination{Pos: o.Attrs["pagination"].Key.Pos()}
	op.Pagination = g
	byCursor := p.Has("cursor") || p.Has("next")
	r.pageKeys(g, p, byCursor)
	g.First, g.DefaultSize = p.Int("first"), p.Int("default_size")
	if a := p.Get("default_size"); a != nil && !byCursor && !p.Has("size") {
		r.Report(ConflictingKeys, a.Key, p.Scope, `"default_size" is the default of the field that "size" names; add "size", or delete it`)
		g.DefaultSize = nil
	}
	taker := op
	if n := p.Value("continue"); n != nil {
		taker = r.continuing(op, p, n)
		if g.Continue = taker; taker != nil {
			g.Keys[len(g.Keys)-1].Value = taker.Name // without its area
		}
	}
	named := map[string]*yamldoc.Node{}
	for _, f := range []struct {
		key   string
		to    **Field
		taker *Operation
	}{{"page", &g.Page, op}, {"cursor", &g.Cursor, taker}, {"size", &g.Size, op}} {
		if n := p.Value(f.key); n != nil && f.taker != nil {
			*f.to = r.pageField(op, f.taker, p, f.key, byCursor)
			r.repeated(named, f.taker.Name+" "+n.Text, n, p.Scope, PaginationField, "%s: another key names field %s too; name two", wording.Quote(f.key), wording.Quote(n.Text))
		}
	}
	for key, f := range map[string]*Field{"first": g.Page, "default_size": g.Size} {
		if n := p.Value(key); n != nil && f != nil && f.Type != nil && f.Type.Kind == Integer {
			s := p.Scope
			s.Within += "field " + wording.Quote(f.Name) + ": "
			r.fits(fitting{id: PaginationField, key: key, s: s}, f, f.Type, n)
		}
	}
	g.Next, _ = r.pagePlaces(op, p, "next")
	g.More, _ = r.pagePlaces(op, p, "more")
	g.At, g.ThenAt = r.pagePlaces(op, p, "items")
	g.Items = g.At.Field()
}

// pageKeys sets the keys of a pagination. It reports those that are missing, and those of the other way to
// page, which are ignored later.
func (r *resolver) pageKeys(g *Pagination, p *yamldoc.Object, byCursor bool) {
	for _, key := range pageKeys {
		use, way := key.byNumber, "page numbers"
		if byCursor {
			use, way = key.byCursor, "a cursor"
		}
		switch a := p.Attrs[key.name]; {
		case a == nil && use == needed && !p.Node.Partial:
			r.Report(yamldoc.MissingKey, p.Place(), p.Scope, "key %s is missing for paging by %s; add it", wording.Quote(key.name), way)
		case a != nil && use == unused:
			r.Report(ConflictingKeys, a.Key, p.Scope, "%s is not for paging by %s; delete it, or the keys of that", wording.Quote(key.name), way)
			a.Bad = true
		case a != nil && !a.Bad:
			value := any(a.Value.Text)
			if i, ok := a.Value.Int(); ok {
				value = i
			}
			g.Keys = append(g.Keys, PageKey{key.name, value})
		}
	}
}

// continuing returns the operation that takes the cursor. It reports another one than an iterator can call
// with only a cursor, and returns nil if there is none.
func (r *resolver) continuing(op *Operation, p *yamldoc.Object, n *yamldoc.Node) *Operation {
	next := cmp.Or(r.named[op.Area.Name+"."+n.Text], r.named[n.Text])
	report := func(at *yamldoc.Node, format string, args ...any) {
		problem := r.Report(PaginationField, n, p.Scope, `"continue": %s; name another operation, or delete the pagination`, fmt.Sprintf(format, args...))
		if at != nil {
			problem.And(at, "required here")
		}
	}
	switch {
	case next == op:
		report(nil, "this is the operation itself")
	case next == nil && r.whole:
		report(nil, "there is no operation %s in this area%s", wording.Quote(n.Text), r.DidYouMean(n.Text, op.Area.names))
	case next == nil:
	case next.Area != op.Area:
		report(nil, "operation %s is in another area, so its items have other Go types", wording.Quote(n.Text))
		return nil
	default:
		for _, f := range next.Request.Fields {
			if f.Required && f.Name != p.Text("cursor") {
				report(r.objects[f].Key, "%s also requires field %s, which iterators do not set", wording.Quote(next.Name), wording.Quote(f.Name))
			}
		}
		for _, rule := range next.Rules {
			given := 0 // fields of the rule with a value if only the cursor is sent
			if slices.Contains(Names(rule.Fields), p.Text("cursor")) {
				given = 1
			}
			if !rule.Allows(given) {
				report(r.objects[rule].Node, "rule %s of %s requires more than the cursor", rule, wording.Quote(next.Name))
			}
		}
	}
	return next
}

// pageField returns the field of the request of an operation, the taker, that a key of the pagination
// names. It reports a missing one, and one that cannot be used for paging.
func (r *resolver) pageField(op, taker *Operation, p *yamldoc.Object, key string, byCursor bool) *Field {
	n := p.Value(key)
	f := r.fieldOf(taker.Request, n.Text)
	if f == nil {
		if r.wholeBody(r.objects[taker]) {
			r.Report(UnknownField, n, p.Scope, "%s: the body of %s has no field %s%s", wording.Quote(key), wording.Quote(taker.Name), wording.Quote(n.Text), r.OneOf(n.Text, taker.Request.names))
		}
		return nil
	}
	s, kinds, expected := p.Scope, []Kind{Integer}, "an integer"
	s.Within += wording.Quote(key) + ": "
	if key == "cursor" {
		kinds, expected = []Kind{Integer, String}, "a string or an integer"
	}
	if f.Type != nil && !slices.Contains(kinds, f.Type.Kind) {
		r.Report(PaginationField, n, s, "field %s is not %s, and the format cannot express paging by another; name another field, or delete the pagination", wording.Quote(n.Text), expected).
			And(r.objects[f].Key, "the field is here")
	}
	r.checkUse(f, n, s, PaginationField, notPaged)
	if !byCursor {
		r.checkUse(f, n, s, PaginationField, notNumbered)
	}
	for _, rule := range taker.Rules {
		if slices.Contains(rule.Fields, f) && taker == op && (!byCursor || key == "cursor" && (rule.Kind == AtMostOneOf || rule.Kind == AllOrNoneOf)) {
			r.Report(RuleMember, n, s, "field %s is sent together with other fields, which rule %s does not allow; remove it from the rule", wording.Quote(n.Text), rule).
				And(r.objects[rule].Node, "the rule is here")
		}
	}
	return f
}

// pagePlaces returns the place in a key of the pagination, and the same place in the response of the
// operation that continues. It reports places that do not exist, and those with other types.
func (r *resolver) pagePlaces(op *Operation, p *yamldoc.Object, key string) (here, there *Place) {
	n, next := p.Value(key), op.Pagination.Continue
	if n == nil {
		return nil, nil
	}
	here, problem := r.place(op, n.Text)
	if problem != "" {
		r.Report(UnknownField, n, p.Scope, "%s: %s", wording.Quote(key), problem)
	}
	if here != nil {
		r.checkPlace(op, here, key, n, p.Scope)
	}
	if next == nil {
		return here, nil
	}
	there, problem = r.place(next, n.Text)
	if here != nil && there != nil && here.Type != nil && there.Type != nil && here.Type.String() != there.Type.String() {
		problem = fmt.Sprintf("the type is %s, but %s here", there.Type, here.Type)
	}
	if problem != "" && next != op {
		r.Report(PaginationField, n, p.Scope, "%s: in the response of %s, %s; both responses have the same places", wording.Quote(key), wording.Quote(next.Name), problem).
			And(p.Value("continue"), "named here")
	}
	return here, there
}

// checkPlace reports a place whose value is not one that its key requires.
func (r *resolver) checkPlace(op *Operation, place *Place, key string, n *yamldoc.Node, s yamldoc.Scope) {
	wrong, t, field := "", place.Type, place.Field()
	cursor := op.Pagination.Cursor
	nullable := slices.IndexFunc(place.Fields, func(f *Field) bool { return f.Type.Nullable })
	switch {
	case key == "items" && place.Beside:
		wrong = "is beside the response"
	case key == "items" && (t == nil || t.Kind != Array):
		wrong = "is not an array"
	case key == "items" && nullable >= 0:
		field = place.Fields[nullable]
		wrong = "is null if field " + wording.Quote(field.Name) + " is, but null is not a page"
	case key == "items":
	case t == nil && place.Pointer == "" && op.bodyIsObject():
		wrong = "is the whole body, which is an object"
	case t == nil, isAny(t):
	case key == "more" && t.Kind != Boolean:
		wrong = "is not a boolean"
	case key == "next" && cursor != nil && cursor.Type != nil && t.Kind != cursor.Type.Kind:
		wrong = fmt.Sprintf("is of type %s, and field %s, which takes the cursor, of type %s", t, wording.Quote(cursor.Name), cursor.Type)
	}
	if wrong == "" {
		return
	}
	problem := r.Report(PaginationField, n, s, "%s: %s %s; name another place, or delete the key", wording.Quote(key), wording.Quote(n.Text), wrong)
	switch {
	case field == nil:
	case field.Whole:
		problem.And(r.objects[op].Attrs["response"].Key, "the response is here")
	default:
		problem.And(r.objects[field].Key, "the field is here")
	}
}

// bodyIsObject reports whether the body of each success is known to be an object, or empty.
func (op *Operation) bodyIsObject() bool {
	return op.Envelope != nil || op.Response.Shown && op.Response.Whole == nil
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
	of, whole := "the response", r.objects[op].Whole("response") && r.wholeBody(r.objects[op].Object("response"))
	if s.Name != "" {
		of, whole = "record "+wording.Quote(s.Name), r.objects[s].Whole("fields")
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
