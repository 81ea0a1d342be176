package soundness

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/review/report"
)

// effect is something that both catalogs, carried out, do differently: at a place of
// a body. Some finding about the place has to say so.
type effect struct {
	op     pair
	party  party
	least  report.Verdict   // that a finding has to say
	place  string           // a JSON pointer
	shapes []*catalog.Shape // of base and head, in which the place is; none if it is the operation
	rule   string           // of a violation, "" if nothing is refused
	about  []string         // the fields of rules that have a part in it
	shown  string           // what happens
}

func (e effect) String() string {
	return fmt.Sprintf("%s: %s: no finding at %q says %s: %s", e.op.base, e.party, e.place, e.least, e.shown)
}

// party is whom an effect concerns, by the verdicts that speak of it.
type party string

const (
	oldRequests party = "requests from old clients"
	services    party = "what a service gets"
	oldClients  party = "responses to old clients"
	answers     party = "what a service responds"
	callers     party = "what a client sends"
)

// verdict is the one of a finding that speaks of the party.
func (p party) verdict(v report.Verdicts) report.Verdict {
	switch p {
	case oldRequests:
		return v.Requests
	case services:
		return max(v.Requests, v.Services)
	case oldClients:
		return v.Responses
	case answers:
		return max(v.Responses, v.Services)
	default:
		return max(v.Requests, v.Callers)
	}
}

// pair is an operation of the base and what stands at its place in the head.
type pair struct {
	base   *interpreter.Operation
	head   *interpreter.Operation // at the same path; nil if there is none
	source *interpreter.Operation // with the same name in Go; nil if there is none

	// The responses as requests, which are what services send.
	baseResponse, headResponse, sourceResponse *interpreter.Operation
}

// pairs are the operations of the base.
func pairs(base, head *catalog.Catalog) []pair {
	byPath, byGoName := map[string]*catalog.Operation{}, map[string]*catalog.Operation{}
	goName := func(op *catalog.Operation) string { return op.Area.Package + "." + op.GoName }
	for op := range head.Operations() {
		byPath[op.Path], byGoName[goName(op)] = op, op
	}
	var all []pair
	for op := range base.Operations() {
		p := pair{base: interpreter.NewForMadeUp(op), baseResponse: answerOf(op)}
		if h := byPath[op.Path]; h != nil {
			p.head, p.headResponse = interpreter.NewForMadeUp(h), answerOf(h)
		}
		if h := byGoName[goName(op)]; h != nil {
			p.source, p.sourceResponse = interpreter.NewForMadeUp(h), answerOf(h)
		}
		all = append(all, p)
	}
	return all
}

// answerOf is an operation whose request is the response of another.
func answerOf(op *catalog.Operation) *interpreter.Operation {
	s := *op.Response.Shape
	return interpreter.NewForMadeUp(&catalog.Operation{Area: op.Area, Name: op.Name, Path: op.Path, Request: &s, Response: &catalog.Response{Shape: &catalog.Shape{}}})
}

// effects tries a number of bodies of each kind on each operation of both catalogs, and
// returns what they show, each once.
func (m maker) effects(base, head *catalog.Catalog, tried int) []effect {
	var all []effect
	for _, p := range pairs(base, head) {
		if p.head == nil {
			all = append(all, effect{party: oldRequests, least: report.Breaks, op: p, shown: "POST " + p.base.Path + " is answered with 404"})
		} else {
			given := slices.Concat(samples(p.base.Operation), samples(p.head.Operation))
			for n := range tried {
				all = append(all, p.request(m.request(given, n, p.base.Request, p.head.Request))...)
			}
			if p.base.Operation.Empty == catalog.EmptyNull {
				all = append(all, p.request("null")...)
			}
			for range tried {
				all = append(all, p.answer(m.response(p.base.Response, p.head.Response))...)
			}
			all = append(all, p.exchanged()...)
		}
		if p.source != nil {
			for range tried {
				all = append(all, p.sent(m.bodiesOf(false).shape(p.base.Request, p.source.Request))...)
				all = append(all, p.responded(m.bodiesOf(false).shape(p.base.Response.Shape, p.source.Response.Shape))...)
			}
		}
	}
	met := map[string]bool{}
	return slices.DeleteFunc(all, func(e effect) bool {
		if e.rule == api.RuleViolationsLimit { // which has no place
			return true
		}
		key := fmt.Sprint(e.op.base, e.party, e.least, e.place, e.rule, e.about)
		defer func() { met[key] = true }()
		return met[key]
	})
}

// request is a body of a request: a sample, a sample with other members, or any.
func (m maker) request(given []object, n int, base, head *catalog.Shape) string {
	b := m.bodiesOf(true)
	switch {
	case n < len(given):
		return write(given[n])
	case len(given) > 0 && m.chance(60):
		return write(b.disturbed(pick(m, given...), base, head))
	default:
		return write(b.shape(base, head))
	}
}

// response is what a service may respond: values of Go, or anything if the shape is not
// shown.
func (m maker) response(base, head *catalog.Response) any {
	free := !head.Shown || head.Lenient
	b := m.bodiesOf(free)
	if free && m.chance(10) {
		return b.any()
	}
	return b.shape(base.Shape, head.Shape)
}

// request tries a body on both servers.
func (p pair) request(body string) []effect {
	before, after := p.base.Decode(body), p.head.Decode(body)
	shapes := []*catalog.Shape{p.base.Request, p.head.Request}
	var all []effect
	switch {
	case before.Status == 200 && after.Status != 200:
		for _, v := range after.Violations {
			all = append(all, effect{party: oldRequests, least: report.Breaks, shown: "is refused: " + describe(v)}.placeAt(v, p.head.Operation))
		}
	case before.Status == 200:
		for _, place := range differences("", parse(before.Settled), parse(after.Settled)) {
			if isNew(place, shapes...) || isHeldBack(place, shapes) {
				continue
			}
			all = append(all, effect{party: services, least: report.Shifts, place: place, about: ruleMates(place, p.base, p.head),
				shown: "the service got " + before.Settled + " and gets " + after.Settled})
		}
	case after.Status == 200:
		for _, v := range before.Violations {
			absent := ofTexts[v.Rule] && slices.ContainsFunc(differences("", parse(body), parse(after.Settled)), func(place string) bool {
				return strings.HasPrefix(v.Field+"/", place+"/") // as if it, or what it is in, were not sent
			})
			if v.Rule == api.RuleUnknownField && isNew(v.Field, shapes...) || absent {
				continue
			}
			all = append(all, effect{party: services, least: report.Shifts, shown: "is no longer refused: " + describe(v)}.placeAt(v, p.base.Operation))
		}
	}
	return p.finish(all, body, shapes)
}

// answer sends a response of the new service to an old client.
func (p pair) answer(response any) []effect {
	text := write(response)
	shapes := []*catalog.Shape{p.base.Response.Shape, p.head.Response.Shape}
	body := text
	if p.head.Response.Shown && !p.head.Response.Lenient {
		sent, _, err := p.headResponse.Encode(text)
		if err != nil || !json.Valid([]byte(sent)) {
			return nil
		}
		body = sent
	}
	var all []effect
	if p.head.CheckResponse(body) == nil {
		if invalid, ok := errors.AsType[*api.ValidationError](p.base.CheckResponse(body)); ok {
			for _, v := range invalid.Violations {
				all = append(all, effect{party: oldClients, least: report.Breaks, shown: "an old client cannot read it: " + describe(v)}.placeAt(v, p.head.Operation))
			}
		}
	}
	if p.base.Response.Shown && !p.base.Response.Nothing && p.head.Response.Shown && !p.head.Response.Lenient {
		was, _ := promised(p.baseResponse, text, shapes)
		is, cut := promised(p.headResponse, text, shapes)
		for _, v := range was {
			if !cut && !slices.ContainsFunc(is, func(w api.Violation) bool { return v.Field == w.Field }) {
				all = append(all, effect{party: oldClients, least: report.Shifts, shown: "an old client did not receive it: " + describe(v)}.placeAt(v, p.head.Operation))
			}
		}
	}
	return p.finish(all, body, shapes)
}

// promised returns the violations of constraints and keys in a response, and whether there may
// be more than the fifty that are reported.
func promised(op *interpreter.Operation, text string, shapes []*catalog.Shape) (list []api.Violation, cut bool) {
	_, violations, err := op.Encode(text)
	if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
		violations = invalid.Violations
	}
	return slices.DeleteFunc(slices.Clone(violations), func(v api.Violation) bool {
		return v.Rule == api.RuleType || !isGiven(parse(text), steps(v.Field)) || v.Rule == api.RuleUnknownField && isNew(v.Field, shapes...)
	}), len(violations) >= 50
}

// isGiven reports whether a value has something at a place.
func isGiven(v any, at []string) bool {
	if len(at) == 0 {
		return v != nil
	}
	switch v := v.(type) {
	case object:
		return isGiven(v[at[0]], at[1:])
	case []any:
		i, err := strconv.Atoi(at[0])
		return err == nil && i < len(v) && isGiven(v[i], at[1:])
	default:
		return false
	}
}

// sent gives values of Go to both clients.
func (p pair) sent(request object) []effect {
	now, ok := recompiled(request, p.base.Request, p.source.Request)
	if !ok {
		return nil
	}
	before, wrong, err := p.base.Encode(write(request))
	after, refused, failed := p.source.Encode(write(now))
	if err != nil || failed != nil || wrong != nil {
		return nil
	}
	shapes := []*catalog.Shape{p.base.Request, p.source.Request}
	var all []effect
	for _, v := range refused {
		all = append(all, effect{party: callers, least: report.Shifts, shown: "the client refuses it: " + describe(v)}.placeAt(v, p.source.Operation))
	}
	if refused == nil {
		all = changed(callers, "the client", before, after, shapes)
		for i := range all {
			all[i].about = ruleMates(all[i].place, p.base, p.source)
		}
	}
	return p.finish(all, write(request), shapes)
}

// responded lets both services respond with values of Go.
func (p pair) responded(response object) []effect {
	now, ok := recompiled(response, p.base.Response.Shape, p.source.Response.Shape)
	if !ok || !p.base.Response.Shown || !p.source.Response.Shown {
		return nil
	}
	before, _, err := p.baseResponse.Encode(write(response))
	after, _, failed := p.sourceResponse.Encode(write(now))
	if err != nil || failed != nil || !json.Valid([]byte(before)) || !json.Valid([]byte(after)) {
		return nil
	}
	shapes := []*catalog.Shape{p.base.Response.Shape, p.source.Response.Shape}
	return p.finish(changed(answers, "the service", before, after, shapes), write(response), shapes)
}

func changed(whom party, who, before, after string, shapes []*catalog.Shape) []effect {
	var all []effect
	for _, place := range differences("", parse(before), parse(after)) {
		if !isNew(place, shapes...) {
			all = append(all, effect{party: whom, least: report.Shifts, place: place, shown: who + " sent " + before + " and sends " + after})
		}
	}
	return all
}

// placeAt places an effect at a violation that an operation leads to. A rule over several
// fields has no place of its own.
func (e effect) placeAt(v api.Violation, op *catalog.Operation) effect {
	e.place, e.rule = v.Field, v.Rule
	if v.Field == "" {
		for _, r := range op.Rules {
			if strings.HasSuffix(v.Message, " "+strings.Join(catalog.Names(r.Fields), ", ")) {
				e.about = catalog.Names(r.Fields)
			}
		}
	}
	return e
}

// ruleMates are the fields that rules name together with the one at a place: whether one
// of them is sent can depend on another.
func ruleMates(place string, ops ...*interpreter.Operation) []string {
	var all []string
	for _, op := range ops {
		for _, r := range op.Rules {
			if of := catalog.Names(r.Fields); place == "" || slices.Contains(of, steps(place)[0]) { // all was null
				all = append(all, of...)
			}
		}
	}
	return all
}

func (p pair) finish(all []effect, body string, shapes []*catalog.Shape) []effect {
	for i := range all {
		for _, name := range all[i].about { // a field that counted in a rule, or counts now
			all[i].about = append(all[i].about, ruleMates("/"+name, p.base, cmp.Or(p.head, p.source, p.base))...)
		}
		all[i].op, all[i].shapes = p, shapes
		all[i].shown = body + " " + all[i].shown
	}
	return all
}

// isNew reports whether a place is a field of the head that the base does not have
// and did not keep either.
func isNew(place string, shapes ...*catalog.Shape) bool {
	return isNewIn(steps(place), shapes[0], shapes[1])
}

func isNewIn(steps []string, base, head *catalog.Shape) bool {
	if base == nil {
		base = new(catalog.Shape) // a tag alone
	}
	for i, name := range steps {
		if isIndex(name) && base != nil && base.Field(name) == nil {
			continue
		}
		if base == nil || head == nil {
			return false
		}
		b, h := base.Field(name), head.Field(name)
		if b == nil {
			return h != nil && !base.Open
		}
		if h == nil {
			return false
		}
		if b.Union() != nil && h.Union() != nil {
			return slices.ContainsFunc(b.Union().Variants, func(v *catalog.Variant) bool {
				w := h.Union().Variant(v.Tag)
				return w != nil && w.Record != nil && isNewIn(steps[i+1:], v.Record, w.Record)
			})
		}
		if r, u := b.Record(), h.Union(); r != nil && u != nil && steps[len(steps)-1] == u.By {
			return !r.Open && r.Field(u.By) == nil
		}
		base, head = b.Record(), h.Record()
	}
	return false
}

// isHeldBack reports whether a client sends the field at a place under a condition. What
// a service gets is written as its client would send it, so nothing is known of it.
func isHeldBack(place string, shapes []*catalog.Shape) bool {
	for _, name := range steps(place) {
		var inside []*catalog.Shape
		for _, s := range shapes {
			f := s.Field(name)
			switch {
			case f == nil && isIndex(name):
				inside = append(inside, s)
			case f != nil && f.SendIf != "":
				return true
			case f != nil:
				inside = append(inside, f.Records()...)
			}
		}
		shapes = inside
	}
	return false
}

// steps are the parts of a JSON pointer. No name here has to be unescaped.
func steps(pointer string) []string { return strings.Split(pointer, "/")[1:] }

func isIndex(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}

// differences are the places at which two values of JSON differ.
func differences(at string, a, b any) []string {
	x, isObject := a.(object)
	y, both := b.(object)
	if isObject && both {
		var all []string
		keys := maps.Clone(x)
		maps.Copy(keys, y)
		for _, key := range slices.Sorted(maps.Keys(keys)) {
			if old, now := x[key], y[key]; old != nil && now != nil {
				all = append(all, differences(at+"/"+key, old, now)...)
			} else {
				all = append(all, at+"/"+key)
			}
		}
		return all
	}
	list, isList := a.([]any)
	other, areLists := b.([]any)
	if isList && areLists && len(list) == len(other) {
		var all []string
		for i := range list {
			all = append(all, differences(fmt.Sprint(at, "/", i), list[i], other[i])...)
		}
		return all
	}
	if write(a) == write(b) {
		return nil
	}
	return []string{at}
}

func describe(v api.Violation) string { return strings.TrimSpace(v.Field + " " + v.Message) }
