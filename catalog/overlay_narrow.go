package catalog

import (
	"slices"
	"strings"
)

// add takes over an attribute that the catalog does not give, unless its absence
// says something.
func (m *merger) add(base *object, key string, news *attr, s scope) {
	switch t := base.value("type"); {
	case key == "open" && news.value.truth():
		m.contradict(news.value, s, `"open": what is closed cannot be opened`).and(base.place(), "closed here, without open: true")
		return
	case key == "join" && t != nil && t.kind == listNode:
		m.contradict(news.value, s, `"join": what travels as an array cannot become one string`).and(t, "an array here")
		return
	}
	base.attrs[key] = news
}

// narrow compares what catalog and overlay both give. It takes over what is
// narrower, and reports anything else that is not the same.
func (m *merger) narrow(base *object, key string, news *attr, s scope) {
	known := base.attrs[key]
	switch narrower := narrowings[key]; {
	case sameValue(known.value, news.value), key == "since" && known.value.text == news.value.text:
	case narrower != nil && narrower(m, known.value, news.value):
		base.attrs[key] = news
	default:
		m.contradict(news.value, s, "%s: %s cannot become %s", quote(key), known.value.shown(), news.value.shown()).
			and(known.value, "given here")
	}
}

// narrowings tell of each key whose value can become narrower whether the second
// value allows no more than the first. All are keys of fields.
var narrowings = map[string]func(m *merger, known, news *node) bool{
	"type":       (*merger).narrowsType,
	"required":   switchesOn,
	"non_blank":  switchesOn,
	"omit_empty": switchesOn,
	"sensitive":  switchesOn,
	"enum":       narrowsEnum,
	"min_length": raises,
	"min_items":  raises,
	"minimum":    raises,
	"max_length": lowers,
	"max_items":  lowers,
	"maximum":    lowers,
}

func switchesOn(_ *merger, known, news *node) bool { return !known.truth() || news.truth() }

func raises(_ *merger, known, news *node) bool {
	x, _ := known.rational()
	y, _ := news.rational()
	return x.Cmp(y) <= 0
}

func lowers(m *merger, known, news *node) bool { return raises(m, news, known) }

func narrowsEnum(_ *merger, known, news *node) bool {
	return !slices.ContainsFunc(news.items, func(n *node) bool {
		return !slices.ContainsFunc(known.items, func(k *node) bool { return k.text == n.text })
	})
}

// narrowsType tells whether every value of the second type is one of the first.
// To any it is not so: the catalog states that the service takes any value. A
// type that cannot be read counts as narrower, and is reported when it is
// resolved.
func (m *merger) narrowsType(known, news *node) bool {
	switch {
	case !m.readable(news):
		return true
	case news.kind == listNode:
		return known.text == "unspecified" || known.kind == listNode && m.readable(known) && m.narrowsType(known.items[0], news.items[0])
	}
	switch known.text {
	case "unspecified":
		return true
	case "object":
		return m.isA("record", news)
	case "string":
		return m.isA("enum", news)
	case "number":
		return news.text == "integer"
	}
	return false
}

// isA tells whether a type is one of a kind that has names.
func (m *merger) isA(kind string, n *node) bool {
	return m.types[n.text] != nil && m.types[n.text].kind == kind
}

// readable tells whether a type is one that exists.
func (m *merger) readable(n *node) bool {
	if n.kind == listNode {
		return len(n.items) == 1 && n.items[0].kind == stringNode && m.readable(n.items[0])
	}
	return simpleTypes[n.text] != 0 || m.types[n.text] != nil
}

// sameValue tells whether two values say the same, however they are written.
func sameValue(a, b *node) bool {
	if a.kind == boolNode && b.kind == boolNode {
		return a.truth() == b.truth()
	}
	return a.kind == b.kind && a.text == b.text &&
		slices.EqualFunc(a.items, b.items, sameValue) &&
		len(a.entries) == len(b.entries) && !slices.ContainsFunc(a.entries, func(e entry) bool {
		return !slices.ContainsFunc(b.entries, func(f entry) bool { return e.key.text == f.key.text && sameValue(e.value, f.value) })
	})
}

// shown returns a value as it stands in a message.
func (n *node) shown() string {
	switch n.kind {
	case stringNode:
		return quote(n.text)
	case listNode:
		items := make([]string, len(n.items))
		for i, item := range n.items {
			items[i] = item.text
		}
		return clip("[" + strings.Join(items, ", ") + "]")
	case mapNode:
		return "this map"
	default:
		return clip(n.text)
	}
}
