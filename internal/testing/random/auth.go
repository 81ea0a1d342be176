package random

import "math/rand/v2"

// calling says of some catalogs, and of some of their operations, who may call, and
// where.
func calling(c Map, seed uint64) Map {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 5))}
	if m.chance(50) {
		return c
	}
	info := c.Get("info").(Map)
	if m.chance(50) {
		info.set("contact", Map{{"name", m.words("The team")}, {"url", "https://example.com/team"}, {"email", "team@example.com"}})
		info.set("license", Map{{"name", m.words("MIT")}, {"url", "https://example.com/license"}})
		c.set("info", info)
	}
	if m.chance(50) {
		c.set("servers", List{Map{{"url", m.usualOr("https://example.com/v1", "example.com")}, {"description", m.words("One.")}}, "http://localhost:8080"})
	}
	if m.chance(75) {
		c.set("auth", m.auth())
	}
	for _, area := range c.Get("areas").(Map) {
		operations, _ := area.Value.(Map).Get("operations").(Map)
		for i, op := range operations {
			if o, ok := op.Value.(Map); ok && m.chance(25) {
				o.set("auth", m.auth())
				operations[i].Value = o
			}
		}
	}
	return c
}

func (m *maker) auth() any {
	if m.chance(20) {
		return m.usualOr("none", "bearer")
	}
	all := List{}
	for range 1 + m.IntN(3) {
		all = append(all, m.authWay())
	}
	return all
}

func (m *maker) authWay() any {
	w := Map{}
	switch m.IntN(6) {
	case 0:
		return m.usualOr("bearer", "basic")
	case 1:
		w.set("bearer", Plain("true"))
	case 2:
		w.set("basic", Plain(m.usualOr("true", "false")))
	case 3:
		w.set("oauth2", Map{{"token_path", m.usualOr("/oauth2/token", "token")}, {"scopes", List{"read", "a:b/c"}}})
	}
	if m.chance(50) {
		w.set("header", pick[any](m, "X-Key", List{"X-Id", "x!#$%&'*+^_`|~"}))
	}
	if len(w) == 0 || m.chance(30) {
		w.set("body_field", pick[any](m, "api_key", m.usualOr("api key", Hostile...), List{"client_id", "secret"}))
	}
	return w
}

// naming lists initialisms in some catalogs, which other names contain.
func naming(c Map, seed uint64) Map {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 6))}
	if m.chance(75) {
		return c
	}
	words := List{"CSV", m.usualOr("TYPE", "PAGE", "Err", "X", "9", "FORMAT")}
	info := c.Get("info").(Map)
	info.set("go", Map{{"initialisms", words}})
	c.set("info", info)
	return c
}
