package random

import "math/rand/v2"

// This file adds what came to the format last. Each addition draws from numbers of its own, so that
// the catalogs of all seeds stay what they were, except for the addition.

// calling says of some catalogs, and of some of their operations, who may call, and
// where.
func calling(c Map, seed uint64) Map {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 5))}
	if m.chance(50) {
		return c
	}
	info := c.Get("info").(Map)
	if m.chance(50) {
		info.set("contact", Map{
			{"name", m.words("The team")},
			{"url", "https://example.com/team"},
			{"email", "team@example.com"},
		})
		info.set("license", Map{{"name", m.words("MIT")}, {"url", "https://example.com/license"}})
		c.set("info", info)
	}
	if m.chance(50) {
		c.set("servers", List{
			Map{
				{"url", m.usualOr("https://example.com/v1", "example.com")},
				{"description", m.words("One.")},
			},
			"http://localhost:8080",
		})
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

// auth returns who may call: anyone, or those with one of several ways.
func (m *maker) auth() any {
	if m.chance(20) {
		return m.usualOr("none", "bearer")
	}
	ways := List{}
	for range 1 + m.IntN(3) {
		ways = append(ways, m.authWay())
	}
	return ways
}

// authWay returns a way to authenticate, sometimes with a name that no header can have.
func (m *maker) authWay() any {
	way := Map{}
	switch m.IntN(6) {
	case 0:
		return m.usualOr("bearer", "basic")
	case 1:
		way.set("bearer", Plain("true"))
	case 2:
		way.set("basic", Plain(m.usualOr("true", "false")))
	case 3:
		way.set("oauth2", Map{
			{"token_path", m.usualOr("/oauth2/token", "token")},
			{"scopes", List{"read", "a:b/c"}},
		})
	}
	if m.chance(50) {
		way.set("header", pick[any](m, "X-Key", List{"X-Id", "x!#$%&'*+^_`|~"}))
	}
	if len(way) == 0 || m.chance(30) {
		hostile := m.usualOr("api key", Hostile...)
		way.set("body_field", pick[any](m, "api_key", hostile, List{"client_id", "secret"}))
	}
	return way
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
