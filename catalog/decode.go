package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// checker collects the problems of one document.
type checker struct {
	problems Problems
}

// report adds a problem at a node.
func (c *checker) report(id ID, at *node, s scope, format string, args ...any) *Problem {
	c.problems = append(c.problems, Problem{
		ID:      id,
		Pos:     at.pos(),
		Subject: onLine(s.subject),
		Message: onLine(s.within + fmt.Sprintf(format, args...)),
		src:     at.src,
		width:   at.width,
	})
	return &c.problems[len(c.problems)-1]
}

// and adds the second place to a problem, which it returns.
func (p *Problem) and(other *node, note string) *Problem {
	pos := other.pos()
	p.Other, p.Note, p.otherSrc, p.otherWidth = &pos, onLine(note), other.src, other.width
	return p
}

// decode reads a map of a kind by the table of its keys.
func (c *checker) decode(kind string, key, n *node, s scope) *object {
	o := &object{kind: kind, key: key, node: n, scope: s, attrs: map[string]*attr{}}
	specs := keyTable[kind]
	for _, e := range n.entries {
		spec, ok := specs[e.key.text]
		if !ok {
			known := keysOf(kind)
			remedy := "; expected " + quoteAll(known, "or")
			if meant := closest(e.key.text, known); meant != "" {
				remedy = "; did you mean " + quote(meant) + "?"
				if o.attrs[meant] == nil { // then its absence is this very slip
					o.attrs[meant] = &attr{key: e.key, value: e.value, bad: true}
				}
			}
			c.report(UnknownKey, e.key, s, "unknown key %s%s", quote(e.key.text), remedy)
			continue
		}
		a := &attr{key: e.key, value: e.value}
		o.attrs[e.key.text] = a
		a.bad = !c.attr(o, a, spec)
	}
	return o
}

// needed reports the keys that an object lacks.
func (c *checker) needed(o *object) {
	if o.node.partial {
		return
	}
	for _, name := range keysOf(o.kind) {
		if keyTable[o.kind][name].needed && o.attrs[name] == nil {
			c.report(MissingKey, o.place(), o.scope, "key %s is missing; add it", quote(name))
		}
	}
}

// complete reports the keys that the objects in an object lack.
func (c *checker) complete(o *object) {
	for _, a := range o.attrs {
		inner := a.objects
		if a.object != nil {
			inner = append(inner, a.object)
		}
		for _, below := range inner {
			c.needed(below)
			c.complete(below)
		}
	}
}

// attr checks one value, reads the maps in it, and tells whether it is right.
func (c *checker) attr(o *object, a *attr, spec keySpec) bool {
	name, n := a.key.text, a.value
	wrong := func(expected, remedy string) bool {
		if n.kind != brokenNode {
			c.report(WrongKind, n, o.scope, "%s: expected %s, found %s%s", quote(name), expected, n.found(), remedy)
		}
		return false
	}
	if n.kind == nullNode {
		return wrong(expectations[spec.value], "; give it or delete the key")
	}
	switch spec.value {
	case textValue:
		switch n.kind {
		case stringNode:
		case boolNode, numberNode, oddNumber:
			return wrong("a string", "; quote it: "+strconv.Quote(n.text))
		default:
			return wrong("a string", "")
		}
	case scalarValue:
		if n.kind > stringNode {
			return wrong("a string", "")
		}
	case boolValue:
		if n.kind != boolNode {
			return wrong("true or false", "")
		}
	case sizeValue:
		if i, ok := n.integer(); !ok {
			return wrong("an integer", "")
		} else if i < 0 {
			c.report(NegativeSize, n, o.scope, "%s: %s is negative; give 0 or more", quote(name), n.text)
			return false
		}
	case numberValue:
		if n.kind != numberNode {
			return wrong("a number as JSON writes it", "")
		}
		if _, ok := n.rational(); !ok {
			return wrong("a number below 1e400", "")
		}
	case textsValue:
		return c.texts(o, a, spec, wrong)
	case typeValue:
		if n.kind != stringNode && n.kind != listNode {
			return wrong("a type", "; write the name of a type, or [T] for an array")
		}
	case objectValue:
		if n.kind != mapNode {
			return wrong("a map", "; its keys are "+quoteAll(keysOf(spec.of), "and"))
		}
		inner := o.scope
		inner.within += name + ": "
		a.object = c.decode(spec.of, nil, n, inner)
	case responseValue:
		return c.response(o, a, spec, wrong)
	case namedValue:
		return c.named(o, a, spec, wrong)
	case listValue:
		return c.list(o, a, spec, wrong)
	}
	if spec.filled && n.kind == stringNode && (n.text == "" || !spec.blank && strings.TrimSpace(n.text) == "") {
		c.report(EmptyValue, n, o.scope, "%s is empty; fill it%s", quote(name), orDelete(spec))
		return false
	}
	return true
}

func orDelete(spec keySpec) string {
	if spec.needed {
		return ""
	}
	return " or delete the key"
}

// expectations name a value for a message.
var expectations = map[valueKind]string{
	textValue: "a string", scalarValue: "a string", boolValue: "true or false",
	sizeValue: "an integer", numberValue: "a number",
	textsValue: "a list of strings", anyValue: "a value", typeValue: "a type",
	objectValue: "a map", namedValue: "a map", listValue: "a list", responseValue: "a map or the name of a record",
}

// texts checks a list of strings.
func (c *checker) texts(o *object, a *attr, spec keySpec, wrong func(string, string) bool) bool {
	name, n := a.key.text, a.value
	if n.kind != listNode {
		return wrong("a list of strings", "; write ["+clip(n.text)+"]")
	}
	if spec.filled && len(n.items) == 0 {
		c.report(EmptyValue, n, o.scope, "%s is empty; fill it%s", quote(name), orDelete(spec))
		return false
	}
	ok := true
	for _, item := range n.items {
		if item.kind == stringNode {
			continue
		}
		ok = false
		if item.kind != brokenNode {
			remedy := ""
			if item.kind < stringNode && item.kind != nullNode {
				remedy = "; quote it: " + strconv.Quote(item.text)
			}
			c.report(WrongKind, item, o.scope, "%s: expected a string, found %s%s", quote(name), item.found(), remedy)
		}
	}
	return ok
}

// named reads a map from names to maps of a kind, some of which have a short
// form.
func (c *checker) named(o *object, a *attr, spec keySpec, wrong func(string, string) bool) bool {
	n := a.value
	if n.kind != mapNode {
		return wrong("a map from names", "")
	}
	if spec.filled && len(n.entries) == 0 && !n.partial {
		c.report(EmptyValue, n, o.scope, "%s is empty; fill it", quote(a.key.text))
		return false
	}
	for _, e := range n.entries {
		s := o.scope.below(spec.of, e.key.text)
		v := e.value
		switch {
		case v.kind == mapNode:
			a.objects = append(a.objects, c.decode(spec.of, e.key, v, s))
		case v.kind == brokenNode:
			n.partial = true
		case spec.of == "field" && (v.kind == stringNode || v.kind == listNode):
			a.objects = append(a.objects, short(spec.of, "type", e, s))
		case spec.of == "enum_value" && v.kind == nullNode:
			a.objects = append(a.objects, &object{kind: spec.of, key: e.key, node: v, scope: s, attrs: map[string]*attr{}})
		case spec.of == "enum_value" && v.kind == stringNode:
			a.objects = append(a.objects, short(spec.of, "description", e, s))
		default:
			c.report(WrongKind, v, s, "expected %s, found %s", shortForms[spec.of], v.found())
			n.partial = true
		}
	}
	return true
}

// shortForms name what may stand for an entry of a map from names.
var shortForms = map[string]string{
	"enum": "a map", "record": "a map", "area": "a map", "operation": "a map, {} where nothing is to be said",
	"field": "a type or a map", "enum_value": "a description, a map or nothing",
}

// short returns the object that a value stands for as its only attribute.
func short(kind, key string, e entry, s scope) *object {
	return &object{kind: kind, key: e.key, node: e.value, scope: s, attrs: map[string]*attr{
		key: {key: e.key, value: e.value},
	}}
}

// below returns the scope of an entry in a map from names.
func (s scope) below(kind, name string) scope {
	switch kind {
	case "area", "record", "enum":
		return scope{subject: clip(name)}
	case "operation":
		return scope{subject: s.subject + "." + clip(name)}
	case "enum_value":
		s.within += "value " + quote(name) + ": "
	default:
		s.within += kind + " " + quote(name) + ": "
	}
	return s
}

// list reads a list of maps.
func (c *checker) list(o *object, a *attr, spec keySpec, wrong func(string, string) bool) bool {
	if a.value.kind != listNode {
		return wrong("a list of maps", "")
	}
	for _, item := range a.value.items {
		switch item.kind {
		case mapNode:
			a.objects = append(a.objects, c.decode(spec.of, nil, item, o.scope))
		case brokenNode:
		default:
			c.report(WrongKind, item, o.scope, "%s: expected a map, found %s; write %s: [a, b]", quote(a.key.text), item.found(), keysOf(spec.of)[0])
		}
	}
	return true
}

// response reads a map, or the name of a record in its place.
func (c *checker) response(o *object, a *attr, spec keySpec, wrong func(string, string) bool) bool {
	inner := o.scope
	inner.within += "response: "
	switch a.value.kind {
	case mapNode:
		a.object = c.decode(spec.of, nil, a.value, inner)
	case stringNode:
		a.object = short(spec.of, "include", entry{a.key, a.value}, inner)
		a.object.key = nil
	default:
		return wrong("a map or the name of a record", "")
	}
	return true
}
