package diff

import (
	"encoding/json"
	"fmt"
	"strconv"

	"example.com/opgen/catalog"
)

// sending reports what is sent where the caller says nothing or little.
func (c *comparison) sending(p place, b, h *catalog.Field, sameType bool) {
	becameRequired := h.Required && !b.Required // which rules out what follows
	if !becameRequired && !c.told[told{h, "default"}] {
		c.defaults(p, b, h)
	}
	if b.SendIf != h.SendIf && sameType && !becameRequired {
		what := arrow(string(b.SendIf), string(h.SendIf))
		c.add(p.changed(b, h).says("send_if "+what, "the condition on which field %s is sent changes: %s", h.Name, what),
			p.hits("send-condition-changed", "")...)
	}
	if b.OmitEmpty != h.OmitEmpty && sameType && !becameRequired {
		c.add(p.changed(b, h).says(choose(h.OmitEmpty, "sent -> absent", "absent -> sent"), "an empty string in field %s %s", h.Name,
			choose(h.OmitEmpty, "counts as absent now", "does not count as absent any more")),
			p.hits("empty-omission-changed", "")...)
	}
	if b.Codes != h.Codes && sameType {
		what := arrow(b.Codes, h.Codes)
		c.add(p.changed(b, h).says("codes "+what, "the table of codes of field %s changes: %s", h.Name, what),
			p.hits("field-value-mapping-changed", "")...)
	}
}

func (c *comparison) defaults(p place, b, h *catalog.Field) {
	if sameValue(b.Default, h.Default) {
		return
	}
	rule := "client-default-changed"
	switch {
	case b.Default == nil:
		rule = "client-default-added"
	case h.Default == nil:
		rule = "client-default-removed"
	}
	what := arrow(literal(b.Default), literal(h.Default))
	if p.secret(b, h) {
		what = notShown
	}
	c.add(p.changed(b, h).says("default "+what, "the default of field %s changes: %s", h.Name, what), p.hits(rule, "")...)
}

// notShown stands for values of a sensitive field.
const notShown = "not shown, as the field is sensitive"

// secret tells whether values of a field are not printed.
func (p place) secret(b, h *catalog.Field) bool { return p.private || b.Sensitive || h.Sensitive }

// sameValue tells whether two defaults or examples are one in JSON.
func sameValue(x, y any) bool {
	a, isNumber := asNumber(x)
	b, both := asNumber(y)
	if isNumber && both {
		return sameNumber(a, b)
	}
	return literal(x) == literal(y)
}

func asNumber(v any) (json.Number, bool) {
	switch n := v.(type) {
	case int:
		return json.Number(strconv.Itoa(n)), true
	case json.Number:
		return n, true
	}
	return "", false
}

// literal writes a value in JSON, "" for none.
func literal(v any) string {
	if v == nil {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}
