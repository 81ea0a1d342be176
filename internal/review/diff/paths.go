package diff

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog"
)

// What a client sends goes to the path that follows from a template and names. So
// rules about templates and names are judged by the paths that result.
var samePaths = Situation{"no path changes"}

var pathTemplateChanged = rule("path-template-changed",
	"The path of every operation without a path of its own changed.",
	"Old clients call paths that no longer exist. The compiler does not notice. It is reported once, not for each operation.",
	example{before: "path: /api/v1/{area}/{operation}", after: "path: /api/v2/{area}/{operation}"}, Anywhere.verdicts("B–··"),
	Anywhere.verdicts("····").when(samePaths))

// template compares the template of all operations that have no path of their own.
func (c *comparison) template(change Change) {
	b, h := c.base, c.head
	if b.Path == h.Path {
		return
	}
	followers, moved := 0, 0
	for op, to := range c.operations {
		if op.OwnPath == "" && to.OwnPath == "" {
			followers++
			if op.Path != to.Path {
				moved++
			}
		}
	}
	switch what := arrow(b.Path, h.Path); {
	case moved == 0:
		c.addWhen(change, pathTemplateChanged, samePaths, what, "the template of paths changes: %s", what)
	case moved < followers || followers < len(c.operations):
		c.add(change, pathTemplateChanged, what, "the paths of %d of %d operations change: %s", moved, len(c.operations), what)
	default:
		c.add(change, pathTemplateChanged, what, "the paths of all operations change: %s", what)
	}
}

// moves reports whether the path of an operation changed, and that a placeholder of
// its template has a part in it.
func (c *comparison) moves(b, h *catalog.Operation, placeholder string) bool {
	return b.Path != h.Path && strings.Contains(cmp.Or(b.OwnPath, c.base.Path)+cmp.Or(h.OwnPath, c.head.Path), placeholder)
}

// movesItself reports whether the path of an operation changed since it had a path of
// its own, or has one now.
func movesItself(b, h *catalog.Operation) bool {
	return b.Path != h.Path && b.OwnPath != h.OwnPath
}

// movesArea reports whether another name of an area changed a path.
func (c *comparison) movesArea(b, h *catalog.Area) bool {
	for _, op := range b.Operations {
		if to := c.operations[op]; to != nil && to.Area == h && c.moves(op, to, "{area}") {
			return true
		}
	}
	return false
}

// operationName reports another name, another path, or another area.
func (c *comparison) operationName(p place, b, h *catalog.Operation) {
	change, changed := p.here("", h.Pos), c.areas[b.Area] != h.Area
	if changed || b.GoName != h.GoName {
		old, now := goNames(b), goNames(h)
		for i := range min(len(old), len(now)) {
			change.Go = append(change.Go, arrow(old[i], now[i]))
		}
	}
	itself := movesItself(b, h)
	when := choose(itself || b.Name != h.Name && c.moves(b, h, "{operation}"), general, samePaths)
	switch paths := arrow(b.Path, h.Path); {
	case changed:
		when = choose(itself || c.moves(b, h, "{area}"), general, when)
		c.addWhen(change, operationMovedArea, when, arrow(b.String(), h.String()), "operation %s moved to area %s%s", b.String(), h.Area.Name, when.clause())
	case itself && b.GoName != h.GoName:
		c.add(change, operationRenamed, paths, "operation %s has another path, %s, and is called %s in Go", b.Name, paths, h.GoName)
	case itself:
		c.add(change, operationPathChanged, paths, "operation %s has another path: %s", b.Name, paths)
	default:
		c.rename(change, renaming{operationPathChanged, operationGoNameChanged, operationRenamed, when},
			"operation", "in its path", names{b.Name, b.GoName}, names{h.Name, h.GoName})
	}
}
