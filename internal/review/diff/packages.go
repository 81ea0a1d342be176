package diff

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// An area that leaves its Go package to another one does not simply break its callers. Where both
// have the same operations in Go, source compiles and calls the other area, which is worse: the
// compiler says nothing. The same holds for an operation that leaves its method to another one.
// This file finds what still compiles.

// checkPackages corrects the changes of areas whose package has another area in the head.
func (c *comparison) checkPackages() {
	for i := range c.changes {
		change := &c.changes[i]
		left := change.Base.Area
		if left == nil || change.Base.Operation != nil || !leavesPackage(change.Go) {
			continue
		}
		takes := func(a *catalog.Area) bool { return a.Package == left.Package }
		if takerIndex := slices.IndexFunc(c.head.Areas, takes); takerIndex >= 0 {
			c.takePackage(change, left, c.head.Areas[takerIndex])
		}
	}
}

// leavesPackage reports whether an area has another package, or none, by the moves of its change.
func leavesPackage(moves []string) bool {
	isPackage := func(move string) bool { return strings.HasPrefix(move, "package ") }
	return slices.ContainsFunc(moves, isPackage)
}

// takePackage corrects the change of an area whose package another area takes: it lists what no
// longer compiles, and says what compiles and calls the taker.
func (c *comparison) takePackage(change *Change, left, taker *catalog.Area) {
	calls, moves := c.packageChanges(left.Package + ".")
	hasName := func(a *catalog.Area) bool { return a.GoName == left.GoName }
	if !slices.ContainsFunc(c.head.Areas, hasName) {
		moves = append(moves, c.base.Package+".Client."+left.GoName+": removed")
	}
	change.Go = moves
	if calls == nil {
		return
	}
	restriction := "that uses only " + report.JoinFirst(calls, 3, ", ") + " "
	if moves == nil {
		restriction = ""
		change.capGo()
	}
	change.Message += "; Go source " + restriction + "compiles and calls area " + taker.Name
	change.meanOther()
}

// renamesOperation reports whether a change is another Go name of an operation.
func (c *Change) renamesOperation() bool {
	isRename := c.Kind == goNameChanged || c.Kind == nameChanged
	return isRename && c.Base.Operation != nil && c.Base.Field == nil
}

// checkMethods corrects the changes of operations whose method another one has in the head,
// with a request or a response of other fields. If the fields are equal, checkGo has said so.
func (c *comparison) checkMethods() {
	for i := range c.changes {
		change := &c.changes[i]
		if !change.renamesOperation() || change.Go == nil {
			continue
		}
		left := change.Base.Operation
		for op := range c.head.Operations() {
			taken := op.Area.Package == left.Area.Package && op.GoName == left.GoName
			if taken && op != c.Operations[left] {
				change.Message += "; Go source that uses only " + left.Area.Package + ".Client." +
					left.GoName + " compiles and calls operation " + op.Name
				change.meanOther()
			}
		}
	}
}

// packageChanges returns the methods of a client that have the same types in both catalogs, and
// the moves of all other names in its package.
func (c *comparison) packageChanges(prefix string) (calls, moves []string) {
	base := c.baseAPI()
	head := c.headAPI()
	for _, name := range slices.Sorted(maps.Keys(base)) {
		oldType, newType := base[name], head[name]
		switch {
		case !strings.HasPrefix(name, prefix):
		case oldType == newType && strings.HasPrefix(name, prefix+"Client."):
			calls = append(calls, name)
		case oldType != newType:
			moves = append(moves, name+": "+fateOf(oldType, newType))
		}
	}
	return calls, moves
}
