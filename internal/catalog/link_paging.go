package catalog

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// A pagination connects fields of a request with places in a response, perhaps of another
// operation that takes the cursor. It is resolved last, because it must not contradict the rules
// of either operation: an iterator sends the page, or the cursor alone, without asking the caller.

// use is whether a way to page has a key: none, a key that may be absent, or one that may not.
type use int

const (
	unused use = iota
	optional
	needed
)

// way is a way to page.
type way int

const (
	byNumber way = iota // of the page
	byOffset            // the number of items before the page
	byCursor            // which a response has
	byLast              // a cursor that is a member of the last item
)

// words name a way in a sentence about paging by it.
func (w way) words() string {
	return [...]string{"page numbers", "an offset", "a cursor", "the last item"}[w]
}

// isCounted reports whether a request has an integer that an iterator counts up.
func (w way) isCounted() bool { return w == byNumber || w == byOffset }

// wayOf returns the way that the keys of a pagination choose.
func wayOf(p *yamldoc.Object) way {
	switch {
	case p.Has("last"):
		return byLast
	case p.Has("cursor"), p.Has("next"):
		return byCursor
	case p.Has("offset"):
		return byOffset
	default:
		return byNumber
	}
}

// uses are the uses of a key, by way.
type uses [4]use

// pageKeys are the keys of a pagination, in the order of [Pagination.Keys], with the use of each
// way.
var pageKeys = []struct {
	name string
	by   uses
}{
	{"page", uses{byNumber: needed}},
	{"offset", uses{byOffset: needed}},
	{"cursor", uses{byCursor: needed, byLast: needed}},
	{"next", uses{byCursor: needed}},
	{"last", uses{byLast: needed}},
	{"more", uses{byCursor: optional, byLast: optional}},
	{"size", uses{byNumber: optional, byOffset: optional, byCursor: optional, byLast: optional}},
	{"first", uses{byNumber: optional}},
	{"default_size", uses{byNumber: optional, byOffset: optional}},
	{"items", uses{byNumber: optional, byOffset: optional, byCursor: optional, byLast: needed}},
	{"continue", uses{byCursor: optional}},
}

// pages resolves the pagination of an operation and reports mistakes. All operations are known by name,
// with their rules.
func (l *linker) pages(op *Operation) {
	p := l.objects[op].Object("pagination")
	if p == nil {
		return
	}
	by := wayOf(p)
	g := &Pagination{Pos: l.objects[op].Attrs["pagination"].Key.Pos(), Offset: by == byOffset}
	op.Pagination = g
	l.pageKeys(g, p, by)
	taker := op
	if n := p.Value("continue"); n != nil {
		taker = l.continuing(op, p, n)
		g.Continue = taker
		if taker != nil {
			g.Keys[len(g.Keys)-1].Value = taker.Name // without its area
		}
	}
	l.pageFields(op, taker, p, by)
	l.pageNumbers(g, p, by)
	g.Next, _ = l.pagePlaces(op, p, "next")
	g.More, _ = l.pagePlaces(op, p, "more")
	g.At, g.ThenAt = l.pagePlaces(op, p, "items")
	g.Items = g.At.Field()
	if n := p.Value("last"); n != nil && g.Items != nil {
		g.Last = l.lastField(g, n, p.Scope)
	}
}

// pageFields sets the fields of requests that a pagination names, those of the operation and of the
// taker of the cursor, nil if there is none. Each key has a field of its own.
func (l *linker) pageFields(op, taker *Operation, p *yamldoc.Object, by way) {
	g := op.Pagination
	named := map[string]*yamldoc.Node{}
	for _, f := range []struct {
		key    string
		target **Field
		owner  *Operation // whose request has the field
	}{
		{"page", &g.Page, op},
		{"offset", &g.Page, op},
		{"cursor", &g.Cursor, taker},
		{"size", &g.Size, op},
	} {
		n := p.Value(f.key)
		if n == nil || f.owner == nil {
			continue
		}
		*f.target = l.pageField(op, f.owner, p, f.key, by)
		l.repeated(named, f.owner.Name+" "+n.Text, n, p.Scope, PaginationField,
			"%s: another key names field %s too; name two", wording.Quote(f.key), wording.Quote(n.Text))
	}
}

// pageNumbers sets the number of the first page and the default size, and compares them with the
// constraints of their fields.
func (l *linker) pageNumbers(g *Pagination, p *yamldoc.Object, by way) {
	g.First = p.Int("first")
	g.DefaultSize = p.Int("default_size")
	if a := p.Get("default_size"); a != nil && by.isCounted() && !p.Has("size") {
		l.Report(ConflictingKeys, a.Key, p.Scope,
			`"default_size" is the default of the field that "size" names; add "size", or `+
				`delete it`)
		g.DefaultSize = nil
	}
	for key, f := range map[string]*Field{"first": g.Page, "default_size": g.Size} {
		isInteger := f != nil && f.Type != nil && f.Type.Kind == Integer
		if n := p.Value(key); n != nil && isInteger {
			s := p.Scope
			s.Within += "field " + wording.Quote(f.Name) + ": "
			l.fits(fitting{id: PaginationField, key: key, s: s}, f, f.Type, n)
		}
	}
}

// lastField returns the field of the items that a key names, whose value in the last item of a page
// is the cursor of the next one. It reports a missing one, and one that is not a cursor.
func (l *linker) lastField(g *Pagination, n *yamldoc.Node, s yamldoc.Scope) *Field {
	item := g.Items.Type.Elem
	if item == nil || item.Kind != Record || item.Nullable {
		l.Report(PaginationField, n, s, `"last": the items are not records; page in another way`).
			And(l.objects[g.Items].Key, "the items are here")
		return nil
	}
	f := l.fieldOf(item.Record, n.Text)
	if f == nil {
		l.Report(UnknownField, n, s, `"last": record %s has no field %s%s`,
			wording.Quote(item.Record.Name), wording.Quote(n.Text),
			l.OneOf(n.Text, item.Record.names))
		return nil
	}
	hasTypes := g.Cursor != nil && g.Cursor.Type != nil && f.Type != nil
	if hasTypes && (f.Type.Kind != g.Cursor.Type.Kind || f.Type.Nullable) {
		l.Report(PaginationField, n, s,
			`"last": field %s is of type %s, and field %s, which takes the cursor, of type %s; name another field`,
			wording.Quote(f.Name), f.Type, wording.Quote(g.Cursor.Name), g.Cursor.Type).
			And(l.objects[f].Key, "the field is here")
		return nil
	}
	return f
}

// pageKeys sets the keys of a pagination. It reports those that are missing, and those of the other way to
// page, which are ignored later.
func (l *linker) pageKeys(g *Pagination, p *yamldoc.Object, by way) {
	for _, key := range pageKeys {
		use := key.by[by]
		a := p.Attrs[key.name]
		switch {
		case a == nil && use == needed && !p.Node.Partial:
			l.Report(yamldoc.MissingKey, p.Place(), p.Scope,
				"key %s is missing for paging by %s; add it", wording.Quote(key.name), by.words())
		case a != nil && use == unused:
			l.Report(ConflictingKeys, a.Key, p.Scope,
				"%s is not for paging by %s; delete it, or the keys of that",
				wording.Quote(key.name), by.words())
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
func (l *linker) continuing(op *Operation, p *yamldoc.Object, n *yamldoc.Node) *Operation {
	next := cmp.Or(l.named[op.Area.Name+"."+n.Text], l.named[n.Text])
	report := func(at *yamldoc.Node, format string, args ...any) {
		problem := l.Report(PaginationField, n, p.Scope,
			`"continue": %s; name another operation, or delete the pagination`,
			fmt.Sprintf(format, args...))
		if at != nil {
			problem.And(at, "required here")
		}
	}
	switch {
	case next == op:
		report(nil, "this is the operation itself")
	case next == nil && l.whole:
		report(nil, "there is no operation %s in this area%s", wording.Quote(n.Text),
			l.DidYouMean(n.Text, op.Area.names))
	case next == nil: // it may be one that was reported
	case next.Area != op.Area:
		report(nil, "operation %s is in another area, so its items have other Go types",
			wording.Quote(n.Text))
		return nil
	default:
		l.checkAlone(next, p.Text("cursor"), report)
	}
	return next
}

// checkAlone reports what an operation requires besides the cursor, which is all that an iterator
// sends.
func (l *linker) checkAlone(next *Operation, cursor string, report func(at *yamldoc.Node, format string, args ...any)) {
	for _, f := range next.Request.Fields {
		if f.Required && f.Name != cursor {
			report(l.objects[f].Key, "%s also requires field %s, which iterators do not set",
				wording.Quote(next.Name), wording.Quote(f.Name))
		}
	}
	for _, rule := range next.Rules {
		filled := 0 // fields of the rule with a value if only the cursor is sent
		if slices.Contains(Names(rule.Fields), cursor) {
			filled = 1
		}
		if !rule.Allows(filled) {
			report(l.objects[rule].Node, "rule %s of %s requires more than the cursor", rule,
				wording.Quote(next.Name))
		}
	}
}

// pageField returns the field of the request of an operation, the taker, that a key of the pagination
// names. It reports a missing one, and one that cannot be used for paging.
func (l *linker) pageField(op, taker *Operation, p *yamldoc.Object, key string, by way) *Field {
	n := p.Value(key)
	f := l.fieldOf(taker.Request, n.Text)
	if f == nil {
		if l.wholeBody(l.objects[taker]) {
			l.Report(UnknownField, n, p.Scope, "%s: the body of %s has no field %s%s",
				wording.Quote(key), wording.Quote(taker.Name), wording.Quote(n.Text),
				l.OneOf(n.Text, taker.Request.names))
		}
		return nil
	}
	s := p.Scope
	s.Within += wording.Quote(key) + ": "
	kinds := []Kind{Integer}
	expected := "an integer"
	if key == "cursor" {
		kinds = append(kinds, String)
		expected = "a string or an integer"
	}
	if f.Type != nil && !slices.Contains(kinds, f.Type.Kind) {
		l.Report(PaginationField, n, s,
			"field %s is not %s, and the format cannot express paging by another; name another "+
				"field, or delete the pagination",
			wording.Quote(n.Text), expected).
			And(l.objects[f].Key, "the field is here")
	}
	l.checkUse(f, n, s, PaginationField, notPaged)
	if by.isCounted() {
		l.checkUse(f, n, s, PaginationField, notNumbered)
	}
	if taker == op {
		l.checkPageRules(op, f, key, by, n, s)
	}
	return f
}

// checkPageRules reports the rules that refuse what an iterator sends with a field of the pagination:
// page and size together, and a cursor beside everything else.
func (l *linker) checkPageRules(op *Operation, f *Field, key string, by way, n *yamldoc.Node, s yamldoc.Scope) {
	for _, rule := range op.Rules {
		refusesCursor := rule.Kind == AtMostOneOf || rule.Kind == AllOrNoneOf
		isTogether := by.isCounted() || key == "cursor" && refusesCursor
		if isTogether && slices.Contains(rule.Fields, f) {
			l.Report(RuleMember, n, s,
				"field %s is sent together with other fields, which rule %s does not allow; "+
					"remove it from the rule",
				wording.Quote(n.Text), rule).
				And(l.objects[rule].Node, "the rule is here")
		}
	}
}

// pagePlaces returns the place in a key of the pagination, and the same place in the response of the
// operation that continues. It reports places that do not exist, and those with other types.
func (l *linker) pagePlaces(op *Operation, p *yamldoc.Object, key string) (here, there *Place) {
	n := p.Value(key)
	next := op.Pagination.Continue
	if n == nil {
		return nil, nil
	}
	here, problem := l.place(op, n.Text)
	if problem != "" {
		l.Report(UnknownField, n, p.Scope, "%s: %s", wording.Quote(key), problem)
	}
	if here != nil {
		l.checkPlace(op, here, key, n, p.Scope)
	}
	if next == nil {
		return here, nil
	}
	there, problem = l.place(next, n.Text)
	if here.known() && there.known() && here.Type.String() != there.Type.String() {
		problem = fmt.Sprintf("the type is %s, but %s here", there.Type, here.Type)
	}
	if problem != "" && next != op {
		l.Report(PaginationField, n, p.Scope,
			"%s: in the response of %s, %s; both responses have the same places",
			wording.Quote(key), wording.Quote(next.Name), problem).
			And(p.Value("continue"), "named here")
	}
	return here, there
}

// checkPlace reports a place whose value is not one that its key requires.
func (l *linker) checkPlace(op *Operation, place *Place, key string, n *yamldoc.Node, s yamldoc.Scope) {
	wrong, culprit := misplaced(op, place, key)
	if wrong == "" {
		return
	}
	problem := l.Report(PaginationField, n, s, "%s: %s %s; name another place, or delete the key",
		wording.Quote(key), wording.Quote(n.Text), wrong)
	switch {
	case culprit == nil:
	case culprit.Whole:
		problem.And(l.objects[op].Attrs["response"].Key, "the response is here")
	default:
		problem.And(l.objects[culprit].Key, "the field is here")
	}
}

// misplaced returns why a key of the pagination cannot name a place, "" if it can, and the field
// that is the reason, nil if the catalog shows none.
func misplaced(op *Operation, place *Place, key string) (wrong string, culprit *Field) {
	culprit = place.Field()
	t := place.Type
	switch {
	case key == "items":
		return misplacedItems(place)
	case t == nil && place.Pointer == "" && op.bodyIsObject():
		return "is the whole body, which is an object", culprit
	case t == nil, isAny(t):
		return "", nil
	case key == "more" && t.Kind != Boolean:
		return "is not a boolean", culprit
	}
	cursor := op.Pagination.Cursor
	hasType := cursor != nil && cursor.Type != nil
	if key == "next" && hasType && t.Kind != cursor.Type.Kind {
		return fmt.Sprintf("is of type %s, and field %s, which takes the cursor, of type %s", t,
			wording.Quote(cursor.Name), cursor.Type), culprit
	}
	return "", nil
}

// misplacedItems is misplaced for the items of a page. They are in an array that is always there: of
// the response, since an iterator returns them in its type, and in no field that may be null.
func misplacedItems(place *Place) (wrong string, culprit *Field) {
	isNullable := func(f *Field) bool { return f.Type.Nullable }
	nullable := slices.IndexFunc(place.Fields, isNullable)
	switch {
	case place.Beside:
		return "is beside the response", place.Field()
	case place.Type == nil || place.Type.Kind != Array:
		return "is not an array", place.Field()
	case nullable >= 0:
		f := place.Fields[nullable]
		return "is null if field " + wording.Quote(f.Name) + " is, but null is not a page", f
	default:
		return "", nil
	}
}
