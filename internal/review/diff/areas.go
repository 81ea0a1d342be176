package diff

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// This file compares the parts of a catalog from the top down: the service, its areas, and the
// operations that only one side has. What both sides have of an operation is in operations.go.
//
// An area that is gone or new is one finding with the names of its operations, because a reviewer
// decides about it once. Operations that moved to another area are pairs, and so no part of that.

// compareService compares what applies to the whole service.
func (c *comparison) compareService() {
	b, h := c.base, c.head
	changeAt := func(path string) Change {
		return place{}.headChange(path, cmp.Or(h.Places[path], h.Pos))
	}
	c.compareTemplate(changeAt("path").keyed("template"))
	if b.Package != h.Package {
		change := changeAt("info.package")
		change.Go = []string{"package " + arrow(b.Package, h.Package)}
		c.add(change.keyed("package"), goNameChanged, arrow(b.Package, h.Package),
			"Go package %s is called %s now", b.Package, h.Package)
	}
	c.compareValue(changeAt("info.version").keyed("version"), docOnly, "", b.Version, h.Version,
		"the version changes")
	c.compareInheritedOutcomes()
	servers, contact, license := serviceWords(b)
	nowServers, nowContact, nowLicense := serviceWords(h)
	c.compareTexts(changeAt("info"),
		text{"title", b.Title, h.Title},
		text{"description", b.Description, h.Description},
		text{"contact", contact, nowContact},
		text{"license", license, nowLicense},
		text{"servers", servers, nowServers})
	change := changeAt("auth")
	if h.Auth != nil {
		change.Pos.Position = h.Auth.Pos
	}
	// Operations with their own auth on either side are compared one by one.
	isInherited, isOwnOnOneSide := false, false
	for op, headOp := range c.Operations {
		isInherited = isInherited || !op.OwnAuth() && !headOp.OwnAuth()
		isOwnOnOneSide = isOwnOnOneSide || op.OwnAuth() != headOp.OwnAuth()
	}
	if isInherited || !isOwnOnOneSide {
		c.compareAuth(change, b.Auth, h.Auth)
	}
}

// compareAreas compares the areas in the order of the base, each with its operations, and then
// lists what is new. An operation of a removed area may have a pair, if it moved; otherwise the
// finding about the area names it.
func (c *comparison) compareAreas() {
	for _, b := range c.base.Areas {
		h := c.Areas[b]
		if h == nil {
			c.reportRemovedArea(b)
		} else {
			c.compareArea(b, h)
		}
		for _, op := range b.Operations {
			headOp := c.Operations[op]
			switch {
			case headOp != nil:
				c.compareOperation(op, headOp)
			case h != nil:
				c.reportRemovedOperation(op)
			}
		}
	}
	for _, h := range c.head.Areas {
		if c.Added[h] {
			c.reportAddedArea(h)
			continue
		}
		for _, op := range h.Operations {
			if c.Added[op] {
				p := place{head: Subject{Area: h, Operation: op}}
				c.add(p.headChange(op.String(), op.Pos), operationAdded, "added",
					"operation %s is new", op.Name)
			}
		}
	}
}

// reportRemovedArea reports an area and its operations, except those that moved elsewhere.
func (c *comparison) reportRemovedArea(a *catalog.Area) {
	var names []string
	var removed []*catalog.Operation
	isOver := true
	for _, op := range a.Operations {
		if c.Operations[op] == nil {
			names = append(names, op.Name)
			removed = append(removed, op)
			isOver = isOver && op.Deprecated != nil && c.sunsetPassed(op.Deprecated)
		}
	}
	if names == nil {
		return
	}
	change := place{base: Subject{Area: a}}.baseChange(a.Name, a.Pos)
	change.Go = []string{"package " + a.Package + ": removed"}
	for _, name := range names {
		change.Uses = append(change.Uses, a.Name+"."+name)
	}
	when, clause := c.movedPaths(removed...)
	if isOver && when == general {
		when = afterSunset
	}
	c.add(change.inSituation(when), operationRemoved, "removed"+clause,
		"area %s is gone, with %s: %s%s",
		a.Name, wording.Count(len(names), "operation"), report.JoinFirst(names, 8, ", "), clause)
}

// reportAddedArea reports an area, unless all its operations moved there.
func (c *comparison) reportAddedArea(a *catalog.Area) {
	var added []string
	for _, op := range a.Operations {
		if c.Added[op] {
			added = append(added, op.Name)
		}
	}
	if added != nil {
		change := place{head: Subject{Area: a}}.headChange(a.Name, a.Pos)
		c.add(change, operationAdded, "added", "area %s is new, with %s: %s",
			a.Name, wording.Count(len(added), "operation"), report.JoinFirst(added, 8, ", "))
	}
}

// compareArea compares the names and the description of an area. Its new name may change the paths
// of some operations and not of others, which have paths of their own.
func (c *comparison) compareArea(b, h *catalog.Area) {
	p := place{paths: [2]string{b.Name, h.Name}, base: Subject{Area: b}, head: Subject{Area: h}}
	change := p.headChange("", h.Pos)
	if b.GoName != h.GoName {
		change.Go = []string{
			"package " + arrow(b.Package, h.Package),
			c.base.Package + ".Client." + arrow(b.GoName, h.GoName),
		}
	}
	when, clause, whereOnWire := samePaths, samePaths.clause(), ""
	if moved := c.movedBy(b, h); moved != nil {
		when, clause = c.movedPaths(moved...)
		whereOnWire = "in paths"
	}
	c.reportRename(change.inSituation(when), pathChanged, whereOnWire, clause,
		names{b.Name, b.GoName}, names{h.Name, h.GoName})
	c.compareTexts(p.headChange("", h.Pos), text{"description", b.Description, h.Description})
}

// serviceWords returns the servers, the contact and the license of a catalog in words. They are
// compared as texts, because only readers use them.
func serviceWords(c *catalog.Catalog) (servers, contact, license string) {
	var serverWords []string
	for _, s := range c.Servers {
		serverWords = append(serverWords, strings.TrimSpace(s.URL+" "+s.Description))
	}
	if c.Contact != nil {
		contact = c.Contact.Words()
	}
	if c.License != nil {
		license = c.License.Words()
	}
	return strings.Join(serverWords, ", "), contact, license
}
