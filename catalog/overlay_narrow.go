package catalog

import (
	"slices"

	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
)

// add takes over an attribute that the catalog does not give, unless its absence
// says something.
func (m *merger) add(base *yamldoc.Object, key string, news *yamldoc.Attr, s yamldoc.Scope) {
	switch t := base.Value("type"); {
	case key == "open" && news.Value.True():
		m.contradict(news.Value, s, `"open": what is closed cannot be opened`).And(base.Place(), "closed here, without open: true")
		return
	case key == "join" && t != nil && t.Kind == yamldoc.List:
		m.contradict(news.Value, s, `"join": what travels as an array cannot become one string`).And(t, "an array here")
		return
	}
	base.Attrs[key] = news
}

// narrow compares what catalog and overlay both give. It takes over what is
// narrower, and reports anything else that is not the same.
func (m *merger) narrow(base *yamldoc.Object, key string, news *yamldoc.Attr, s yamldoc.Scope) {
	known := base.Attrs[key]
	switch narrower := narrowings[key]; {
	case yamldoc.Same(known.Value, news.Value), key == "since" && known.Value.Text == news.Value.Text:
	case narrower != nil && narrower(m, known.Value, news.Value):
		base.Attrs[key] = news
	default:
		m.contradict(news.Value, s, "%s: %s cannot become %s", wording.Quote(key), known.Value.Shown(), news.Value.Shown()).
			And(known.Value, "given here")
	}
}

// narrowings tell of each key whose value can become narrower whether the second
// value allows no more than the first. All are keys of fields.
var narrowings = map[string]func(m *merger, known, news *yamldoc.Node) bool{
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

func switchesOn(_ *merger, known, news *yamldoc.Node) bool { return !known.True() || news.True() }

func raises(_ *merger, known, news *yamldoc.Node) bool {
	x, _ := known.Rat()
	y, _ := news.Rat()
	return x.Cmp(y) <= 0
}

func lowers(m *merger, known, news *yamldoc.Node) bool { return raises(m, news, known) }

func narrowsEnum(_ *merger, known, news *yamldoc.Node) bool {
	return !slices.ContainsFunc(news.Items, func(n *yamldoc.Node) bool {
		return !slices.ContainsFunc(known.Items, func(k *yamldoc.Node) bool { return k.Text == n.Text })
	})
}

// narrowsType tells whether every value of the second type is one of the first.
// To any it is not so: the catalog states that the service takes any value. A
// type that cannot be read counts as narrower, and is reported when it is
// resolved.
func (m *merger) narrowsType(known, news *yamldoc.Node) bool {
	switch {
	case !m.readable(news):
		return true
	case news.Kind == yamldoc.List:
		return known.Text == "unspecified" || known.Kind == yamldoc.List && m.readable(known) && m.narrowsType(known.Items[0], news.Items[0])
	}
	switch known.Text {
	case "unspecified":
		return true
	case "object":
		return m.isA("record", news)
	case "string":
		return m.isA("enum", news)
	case "number":
		return news.Text == "integer"
	}
	return false
}

// isA tells whether a type is one of a kind that has names.
func (m *merger) isA(kind string, n *yamldoc.Node) bool {
	return m.types[n.Text] != nil && m.types[n.Text].Kind == kind
}

// readable tells whether a type is one that exists.
func (m *merger) readable(n *yamldoc.Node) bool {
	if n.Kind == yamldoc.List {
		return len(n.Items) == 1 && n.Items[0].Kind == yamldoc.String && m.readable(n.Items[0])
	}
	return simpleTypes[n.Text] != 0 || m.types[n.Text] != nil
}
