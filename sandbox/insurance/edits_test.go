package insurance

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// edit changes a service at one place. It reports false if it found none.
type edit struct {
	name string
	make func(c *changing) bool
}

// edits are what happens to services, by its name in the table of docs/truth.md.
var edits = []edit{
	// The service refuses what it took.
	{"require a field", func(c *changing) bool {
		return c.request(func(f field) bool { return f.of["required"] == nil && f.of["default"] == nil }, func(f field) { f.of["required"] = true })
	}},
	{"add a required field", func(c *changing) bool {
		return c.request(anyField, func(f field) { f.all["further"] = typed("string", "required", true) })
	}},
	{"refuse a blank text", func(c *changing) bool {
		return c.request(func(f field) bool { return f.of["type"] == "string" && f.of["non_blank"] == nil }, func(f field) { f.of["non_blank"] = true })
	}},
	{"narrow a bound", func(c *changing) bool {
		return c.bound(func(key string, n int) int {
			if strings.HasPrefix(key, "min") {
				return n + 1 + c.IntN(3)
			}
			return n/2 - c.IntN(2)
		})
	}},
	{"bound what had no bound", func(c *changing) bool {
		return c.request(func(f field) bool { return bounds(f) != nil && !slices.ContainsFunc(bounds(f), f.has) },
			func(f field) { f.of[pick(c, bounds(f)...)] = 1 + c.IntN(3) })
	}},
	{"want another pattern", func(c *changing) bool {
		return c.request(isText, func(f field) { f.of["pattern"] = pick(c, "^[A-Z]{2}-[0-9]+$", "^[0-9]+$") })
	}},
	{"want a format", func(c *changing) bool {
		return c.request(func(f field) bool { return isText(f) && !f.has("format") }, func(f field) { f.of["format"] = pick(c, "date", "uuid", "date-time") })
	}},
	{"remove a value of an enum", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("enum") }, func(f field) {
			values := f.of["enum"].([]any)
			i := c.IntN(len(values))
			f.of["enum"] = slices.Delete(slices.Clone(values), i, i+1)
		})
	}},
	{"add a rule", func(c *changing) bool {
		return c.request(func(f field) bool { return len(optional(f)) > 1 }, func(f field) {
			rules, _ := f.operation["rules"].([]any)
			f.operation["rules"] = append(slices.Clone(rules), map[string]any{pick(c, ruleKinds...): optional(f)[:2]})
		})
	}},
	{"rename a field", func(c *changing) bool {
		return c.request(anyField, func(f field) { c.rename(f, f.name+"_new") })
	}},
	{"remove a field", func(c *changing) bool {
		return c.request(anyField, func(f field) { delete(f.all, f.name) })
	}},
	{"change the type of a field", func(c *changing) bool {
		return c.request(anyField, func(f field) {
			f.all[f.name] = typed(pick[any](c, "integer", "boolean", "string", "object", []any{"string"}, []any{"integer"}), "required", f.of["required"])
		})
	}},

	// The service takes what it refused.
	{"require a field no longer", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("required") }, func(f field) { delete(f.of, "required") })
	}},
	{"take a blank text", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("non_blank") }, func(f field) { delete(f.of, "non_blank") })
	}},
	{"widen a bound", func(c *changing) bool {
		return c.bound(func(key string, n int) int {
			if strings.HasPrefix(key, "min") {
				return n - 1 - c.IntN(2)
			}
			return n + 1 + c.IntN(100)
		})
	}},
	{"bound no longer", func(c *changing) bool {
		return c.request(func(f field) bool { return slices.ContainsFunc(bounds(f), f.has) },
			func(f field) {
				maps.DeleteFunc(f.of, func(key string, _ any) bool { return slices.Contains(bounds(f), key) })
			})
	}},
	{"want no pattern or format", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("pattern") || f.has("format") }, func(f field) { delete(f.of, "pattern"); delete(f.of, "format") })
	}},
	{"add a value to an enum", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("enum") }, func(f field) { f.of["enum"] = append(slices.Clone(f.of["enum"].([]any)), "further") })
	}},
	{"take any value in place of an enum", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("enum") }, func(f field) { delete(f.of, "enum") })
	}},
	{"remove a rule", func(c *changing) bool {
		return c.rule(func(f field) { f.operation["rules"] = f.operation["rules"].([]any)[1:] })
	}},
	{"add a field", func(c *changing) bool {
		return c.request(anyField, func(f field) { f.all["further"] = typed(pick(c, "string", "boolean", "integer")) })
	}},
	{"take any type", func(c *changing) bool {
		return c.request(func(f field) bool {
			return f.of["type"] == "string" || f.of["type"] == "integer" || f.of["type"] == "boolean"
		},
			func(f field) { f.all[f.name] = typed("any", "required", f.of["required"]) })
	}},

	// The service takes something else.
	{"change the kind of a rule", func(c *changing) bool {
		return c.rule(func(f field) {
			rule := f.operation["rules"].([]any)[0].(map[string]any)
			for kind, names := range rule {
				delete(rule, kind)
				rule[pick(c, slices.DeleteFunc(slices.Clone(ruleKinds), func(other string) bool { return other == kind })...)] = names
			}
		})
	}},
	{"change the order of a rule", func(c *changing) bool {
		return c.rule(func(f field) {
			for _, names := range f.operation["rules"].([]any)[0].(map[string]any) {
				slices.Reverse(names.([]any))
			}
		})
	}},
	{"change a default", func(c *changing) bool {
		return c.request(func(f field) bool { return f.of["type"] == "string" && f.of["required"] == nil && !f.has("enum") },
			func(f field) { f.of["default"] = "A-1" })
	}},
	{"join by something else", func(c *changing) bool {
		return c.request(func(f field) bool { return f.has("join") }, func(f field) {
			if delete(f.of, "join"); c.IntN(2) > 0 {
				f.of["join"] = ";"
			}
		})
	}},
	{"change an effect", func(c *changing) bool {
		return c.request(anyField, func(f field) {
			if f.operation["effect"] == "read" {
				delete(f.operation, "effect")
			} else {
				f.operation["effect"] = "read"
			}
		})
	}},
	{"move an operation", func(c *changing) bool {
		return c.request(anyField, func(f field) { f.operation["path"] = "/api/v3/" + strings.Replace(c.operation, ".", "/", 1) })
	}},

	// The service responds with something else.
	{"change a type in a response", func(c *changing) bool {
		return c.response(func(f field) {
			others := slices.DeleteFunc([]any{"string", "integer", "boolean", "object"}, func(t any) bool { return t == f.of["type"] })
			f.all[f.name] = typed(pick(c, others...), "required", f.of["required"])
		})
	}},
	{"respond with an array in place of a value", func(c *changing) bool {
		return c.response(func(f field) { f.all[f.name] = typed([]any{f.of["type"]}, "required", f.of["required"]) })
	}},
	{"respond with null", func(c *changing) bool {
		c.null = true
		return c.response(func(f field) { f.of["nullable"] = true })
	}},
	{"rename a member of a response", func(c *changing) bool {
		return c.response(func(f field) { f.all[f.name+"_new"] = f.of; delete(f.all, f.name) })
	}},
	{"leave out a member of a response", func(c *changing) bool {
		return c.response(func(f field) { delete(f.all, f.name) })
	}},
	{"add a member to a response", func(c *changing) bool {
		return c.response(func(f field) { f.all["further"] = typed("string") })
	}},
	{"respond in a list", func(c *changing) bool {
		return c.response(func(f field) {
			f.operation["response"] = map[string]any{"lenient": true, "type": []any{"object"}}
		})
	}},
}

var ruleKinds = func() (kinds []string) {
	for _, d := range catalog.Demands {
		kinds = append(kinds, string(d.Kind))
	}
	return kinds
}()
