package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Everything has two names, one on the wire and one in Go, and a change of either one breaks
// other people. This file compares the names of areas, operations, fields and members.

// Paths result from a template and names, so changes of both are judged by their paths.
var samePaths = Situation{words: "no path changes"}.goOnly()

var pathChanged = rule("path-changed",
	"The path of operations changed, but not their names in Go; the key says what changed it: "+
		"the template, or the name of an area or an operation.",
	"Old clients call paths that no longer exist. The compiler does not notice. A changed "+
		"template is reported once, not for each operation.",
	example{before: "path: /api/v1/{area}/{operation}", after: "path: /api/v2/{area}/{operation}"},
	Anywhere.verdicts("B–··"),
	Anywhere.verdicts("····").when(samePaths),
).keyedBySubject().
	replaces(
		"path-template-changed:template", "area-prefix-changed:area",
		"operation-path-changed:operation",
	)

var goNameChanged = rule("go-name-changed",
	"A name changed only in Go; the key says what it names: the root package, an area, an "+
		"operation, a field, a value or a variant.",
	"Nothing changes on the wire. Code that imports the package or uses the name does not compile.",
	example{before: "go: {name: GetClaim}", after: "go: {name: ReadClaim}"},
	Anywhere.verdicts("··BB"),
).keyedBySubject().goOnly().
	replaces(
		"root-package-renamed:package", "area-renamed:area", "operation-go-name-changed:operation",
		"field-go-name-changed:field", "enum-value-go-name-changed:value",
		"variant-go-name-changed:variant",
	)

var wireNameChanged = rule("wire-name-changed",
	"A name in JSON changed, but not in Go; the key says which: the name of a field, the value "+
		"of a constant, or the tag of a variant or a union.",
	"Each side sends a key, a value or a tag that the other does not know. An open enum or union "+
		"accepts both, but they mean different things, and an optional field of a closed "+
		"response is read as absent. The compiler does not notice.",
	example{before: "note: string", after: "remark: {type: string, go: {name: Note}}"},
	InRequest.verdicts("B–··"),
	InResponse.verdicts("–B··"),
	InRequest.verdicts("B–SS").when(bothOpen),
	InRequest.verdicts("S–··").when(openEnum),
	InResponse.verdicts("–S··").when(openEnum),
	InResponse.verdicts("–S··").when(notChecked),
	Anywhere.verdicts("SS··").when(takesBoth),
	InResponse.verdicts("–S··").when(neverSent).because(otherData),
).mayRequire().keyedBySubject().
	replaces(
		"field-wire-name-changed:field", "enum-value-wire-changed:value",
		"variant-tag-changed:variant", "union-tag-changed:union",
	)

var nameChanged = rule("name-changed",
	"The name of an area, an operation or a field changed on the wire and in Go, or an operation "+
		"moved to another area; the key says which it is.",
	"Old clients call a path that no longer exists, or each side sends a key that the other does "+
		"not know. A response may lack the field if it was optional. Code that uses the name "+
		"does not compile. A removed operation counts as renamed if a new one in its area has at "+
		"least two thirds of its fields, and a field if a new one of its type is in its place.",
	example{before: "get_claim:", after: "read_claim:"},
	Anywhere.verdicts("B–BB"),
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–SBB").when(neverSent),
	Anywhere.verdicts("··BB").when(samePaths),
).mayRequire().keyedBySubject().
	replaces(
		"area-name-changed:area", "operation-renamed:operation", "operation-moved-area:operation",
		"field-renamed:field",
	)

// names are the names of something on the wire and in Go.
type names struct{ wire, golang string }

// reportRename reports another name, with the rule and the situation if only the name on the wire
// changed. The text on says where the name is on the wire.
func (c *comparison) reportRename(
	change Change, rule *Rule, when Situation, on string, b, h names,
) {
	thing, _, _ := strings.Cut(change.label(), " ")
	what := arrow(b.wire, h.wire)
	if change.situation == nil {
		change = change.inSituation(when)
	}
	switch {
	case b.wire != h.wire && b.golang != h.golang:
		c.add(change, nameChanged, what,
			"%s %s is called %s now%s", thing, b.wire, h.wire, when.clause())
	case b.wire != h.wire:
		now := h.wire
		if when != samePaths {
			now += " " + on
		}
		c.add(change, rule, what, "%s %s is called %s now, but still %s in Go%s",
			thing, b.wire, now, h.golang, when.clause())
	case b.golang != h.golang:
		c.add(change, goNameChanged, arrow(b.golang, h.golang),
			"%s %s is called %s in Go now, not %s", thing, h.wire, h.golang, b.golang)
	}
}

// compareTemplate compares the template of the paths of operations without their own path.
func (c *comparison) compareTemplate(change Change) {
	b, h := c.base, c.head
	if b.Path == h.Path {
		return
	}
	moved := 0
	for op, to := range c.Operations {
		if op.OwnPath == "" && to.OwnPath == "" && op.Path != to.Path {
			moved++
		}
	}
	what := arrow(b.Path, h.Path)
	if moved == 0 {
		change = change.inSituation(samePaths)
	}
	c.add(change, pathChanged, what, "the template of paths changes %d of %s: %s",
		moved, wording.Count(len(c.Operations), "path"), what)
}

// movesPath reports whether the path of an operation changed and its template contains a
// placeholder.
func (c *comparison) movesPath(b, h *catalog.Operation, placeholder string) bool {
	templates := cmp.Or(b.OwnPath, c.base.Path) + cmp.Or(h.OwnPath, c.head.Path)
	return b.Path != h.Path && strings.Contains(templates, placeholder)
}

// areaMovesPath reports whether the new name of an area changed a path.
func (c *comparison) areaMovesPath(b, h *catalog.Area) bool {
	return slices.ContainsFunc(b.Operations, func(op *catalog.Operation) bool {
		to := c.Operations[op]
		return to != nil && to.Area == h && c.movesPath(op, to, "{area}")
	})
}

// compareOperationName reports another name, another path, or another area.
func (c *comparison) compareOperationName(p place, b, h *catalog.Operation) {
	change := p.headChange("", h.Pos)
	isElsewhere := c.Areas[b.Area] != h.Area
	if isElsewhere || b.GoName != h.GoName {
		old, now := goNames(b), goNames(h)
		for i := range min(len(old), len(now)) {
			change.Go = append(change.Go, arrow(old[i], now[i]))
		}
	}
	when := samePaths
	hasOtherPath := b.Path != h.Path && b.OwnPath != h.OwnPath // its own one, on either side
	isPathOfName := b.Name != h.Name && c.movesPath(b, h, "{operation}")
	isPathOfArea := isElsewhere && c.movesPath(b, h, "{area}")
	if hasOtherPath || isPathOfName || isPathOfArea {
		when = general
	}
	paths := arrow(b.Path, h.Path)
	switch {
	case isElsewhere:
		c.add(change.inSituation(when), nameChanged, arrow(b.String(), h.String()),
			"operation %s moved to area %s%s", b.String(), h.Area.Name, when.clause())
	case hasOtherPath && b.GoName != h.GoName:
		c.add(change, nameChanged, paths,
			"operation %s has another path, %s, and is called %s in Go", b.Name, paths, h.GoName)
	case hasOtherPath:
		c.add(change, pathChanged, paths, "operation %s has another path: %s", b.Name, paths)
	default:
		c.reportRename(change, pathChanged, when, "in its path",
			names{b.Name, b.GoName}, names{h.Name, h.GoName})
	}
}
