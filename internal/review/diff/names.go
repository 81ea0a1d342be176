package diff

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Everything has two names, one on the wire and one in Go, and a change of either one breaks
// other people. This file compares the names of areas, operations, fields and members.

// Paths result from a template and names, so changes of both are judged by their paths.
var (
	samePaths = Situation{words: "no path changes"}.goOnly()

	// Worse than status 404: nobody notices if the other operation accepts the same bodies.
	pathReused = Situation{words: "old calls run another operation, which has their path now"}
)

// Only the wire changes: the method in Go has the same name, and calls the new path when it is
// regenerated.
var pathChanged = rule("path-changed",
	"The path of operations changed, but not their names in Go; the key says what changed it: "+
		"the template, or the name of an area or an operation.",
	"Old clients call paths that no longer exist, or that belong to other operations now. The "+
		"compiler does not notice. A changed template is reported once, not for each operation.",
	example{before: "path: /api/v1/{area}/{operation}", after: "path: /api/v2/{area}/{operation}"},
	Anywhere.verdicts("B–··"),
	Anywhere.verdicts("B–··").when(pathReused).because(otherData),
	Anywhere.verdicts("····").when(samePaths),
).keyedBySubject().
	replaces(
		"path-template-changed:template", "area-prefix-changed:area",
		"operation-path-changed:operation",
	)

// Only Go changes: nobody who sends JSON notices.
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

// The same Go compiles and sends another name. If the other side accepts both, this is silent, and
// so worse than a name that changes in both.
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
	InRequest.verdicts("S–··").when(keptUnknown).because(otherData),
).mayRequire().keyedBySubject().
	replaces(
		"field-wire-name-changed:field", "enum-value-wire-changed:value",
		"variant-tag-changed:variant", "union-tag-changed:union",
	)

// The usual case, since Go names follow from those in a catalog.
var nameChanged = rule("name-changed",
	"The name of an area, an operation or a field changed on the wire and in Go, or an operation "+
		"moved to another area; the key says which it is.",
	"Old clients call a path that no longer exists, or each side sends a key that the other does "+
		"not know. A response may lack the field if it was optional. Code that uses the name "+
		"does not compile. A removed operation counts as renamed if it and a new one in its area "+
		"share two thirds of what the larger one has: fields with their types, and the summary. A "+
		"field counts as renamed if a new one of its type is in its place.",
	example{before: "get_claim:", after: "read_claim:"},
	Anywhere.verdicts("B–BB"),
	Anywhere.verdicts("B–BB").when(pathReused).because(otherData),
	InResponse.verdicts("–BBB"),
	InResponse.verdicts("–SBB").when(neverSent),
	InRequest.verdicts("S–BB").when(keptUnknown),
	Anywhere.verdicts("··BB").when(samePaths),
).mayRequire().keyedBySubject().
	replaces(
		"area-name-changed:area", "operation-renamed:operation", "operation-moved-area:operation",
		"field-renamed:field",
	)

// names are the names of something on the wire and in Go.
type names struct{ wire, golang string }

// reportRename reports another name, with the rule if only the name on the wire changed. The text
// on says where the name is on the wire, and the clause ends the message.
func (c *comparison) reportRename(change Change, rule *Rule, whereOnWire, clause string, b, h names) {
	thing, _, _ := strings.Cut(change.label(), " ")
	key := arrow(b.wire, h.wire) + keyOf(clause)
	switch {
	case b.wire != h.wire && b.golang != h.golang:
		c.add(change, nameChanged, key, "%s %s is called %s now%s", thing, b.wire, h.wire, clause)
	case b.wire != h.wire:
		now := strings.TrimSpace(h.wire + " " + whereOnWire)
		c.add(change, rule, key, "%s %s is called %s now, but still %s in Go%s",
			thing, b.wire, now, h.golang, clause)
	case b.golang != h.golang:
		c.add(change, goNameChanged, arrow(b.golang, h.golang),
			"%s %s is called %s in Go now, not %s", thing, h.wire, h.golang, b.golang)
	}
}

// keyOf returns the part of a clause that belongs to the key of a change. A key says what an
// acceptance accepts, so that old calls reach another operation is part of it; that no path changes
// is not, since it follows from the paths.
func keyOf(clause string) string {
	if clause == samePaths.clause() {
		return ""
	}
	return clause
}

// movedPaths returns the situation of operations of the base whose paths changed, or that are gone,
// and what a message says about it.
func (c *comparison) movedPaths(moved ...*catalog.Operation) (Situation, string) {
	var takers []string
	for _, op := range moved {
		if taker := c.headPaths[op.Path]; taker != nil && taker != c.Operations[op] {
			takers = append(takers, taker.String())
		}
	}
	if takers == nil {
		return general, ""
	}
	return pathReused, "; old calls run operation " + report.JoinFirst(takers, 3, ", ") + " now"
}

// compareTemplate compares the template of the paths of operations without their own path.
func (c *comparison) compareTemplate(change Change) {
	b, h := c.base, c.head
	if b.Path == h.Path {
		return
	}
	var moved []*catalog.Operation
	for op := range b.Operations() {
		headOp := c.Operations[op]
		if headOp == nil || op.OwnPath != "" || headOp.OwnPath != "" {
			continue
		}
		if op.Path != headOp.Path {
			moved = append(moved, op)
		}
	}
	key := arrow(b.Path, h.Path)
	when, clause := c.movedPaths(moved...)
	if moved == nil {
		when = samePaths
	}
	c.add(change.inSituation(when), pathChanged, key+clause,
		"the template of paths changes %d of %s: %s%s",
		len(moved), wording.Count(len(c.Operations), "path"), key, clause)
}

// movesPath reports whether the path of an operation changed and its template contains a
// placeholder.
func (c *comparison) movesPath(b, h *catalog.Operation, placeholder string) bool {
	templates := cmp.Or(b.OwnPath, c.base.Path) + cmp.Or(h.OwnPath, c.head.Path)
	return b.Path != h.Path && strings.Contains(templates, placeholder)
}

// movedBy returns the operations of an area whose paths changed with its name.
func (c *comparison) movedBy(b, h *catalog.Area) []*catalog.Operation {
	var moved []*catalog.Operation
	for _, op := range b.Operations {
		if headOp := c.Operations[op]; headOp != nil && headOp.Area == h && c.movesPath(op, headOp, "{area}") {
			moved = append(moved, op)
		}
	}
	return moved
}

// compareOperationName reports another name, another path, or another area.
func (c *comparison) compareOperationName(p place, b, h *catalog.Operation) {
	change := p.headChange("", h.Pos)
	isElsewhere := c.Areas[b.Area] != h.Area
	if isElsewhere || b.GoName != h.GoName {
		oldNames := goNames(b)
		newNames := goNames(h)
		for i := range min(len(oldNames), len(newNames)) {
			change.Go = append(change.Go, arrow(oldNames[i], newNames[i]))
		}
	}
	when, clause, whereOnWire := samePaths, samePaths.clause(), ""
	hasOtherPath := b.Path != h.Path && b.OwnPath != h.OwnPath // its own one, on either side
	isPathOfName := b.Name != h.Name && c.movesPath(b, h, "{operation}")
	isPathOfArea := isElsewhere && c.movesPath(b, h, "{area}")
	if hasOtherPath || isPathOfName || isPathOfArea {
		when, clause = c.movedPaths(b)
		whereOnWire = "in its path"
	}
	change = change.inSituation(when)
	paths := arrow(b.Path, h.Path)
	switch {
	case isElsewhere:
		c.add(change, nameChanged, arrow(b.String(), h.String())+keyOf(clause),
			"operation %s moved to area %s%s", b.String(), h.Area.Name, clause)
	case hasOtherPath && b.GoName != h.GoName:
		c.add(change, nameChanged, paths+clause,
			"operation %s has another path, %s, and is called %s in Go%s",
			b.Name, paths, h.GoName, clause)
	case hasOtherPath:
		c.add(change, pathChanged, paths+clause,
			"operation %s has another path: %s%s", b.Name, paths, clause)
	default:
		c.reportRename(change, pathChanged, whereOnWire, clause,
			names{b.Name, b.GoName}, names{h.Name, h.GoName})
	}
}
