package diff

import (
	"strings"

	"example.com/opgen/internal/review/report"
)

// What a change does in Go is declared with its rule, and then checked against the names that both
// catalogs generate. The check corrects in one direction only: a name that a finding says is gone
// may belong to something else now, so that the same source compiles. This is worse than an error
// of the compiler.

// checkGo compares the moves in Go of each change with the generated code of both catalogs,
// and removes moves of names that keep their type. If none is left, source compiles and
// means something else.
func (c *comparison) checkGo() {
	for i := range c.changes {
		change := &c.changes[i]
		if change.Go == nil && !change.keepsGo {
			continue
		}
		change.Go = c.realMoves(change)
		breaks := max(change.Verdicts.Callers, change.Verdicts.Services) == report.Breaks
		if change.Go != nil || !breaks {
			continue
		}
		change.Message += "; Go source compiles and means something else"
		change.capGo()
		if change.Level != report.Info {
			change.meanOther()
		}
	}
}

// realMoves returns the moves in Go that the generated code of both catalogs shows.
func (c *comparison) realMoves(change *Change) (moves []string) {
	namesType := change.Kind == typeRemoved
	for _, move := range change.Go {
		name, _, _ := strings.Cut(move, " -> ")
		name, _, _ = strings.Cut(name, ": ")
		oldType, newType := c.baseAPI()[name], c.headAPI()[name]
		isSame := oldType != "" && oldType == newType
		hasOther := oldType != "" && newType != "" && oldType != newType
		isTaken := (isSame || hasOther) && change.renamesOperation()
		switch {
		case isTaken, isSame && namesType: // another type or operation has the name
			moves = append(moves, c.goChanges(name)...)
		case isSame:
		case hasOther && (namesType || change.Base.Field != nil):
			moves = append(moves, name+": "+arrow(oldType, newType))
		default:
			moves = append(moves, move)
		}
	}
	return moves
}

// capGo lowers the verdicts on Go of a change whose source still compiles: nothing breaks, but it may
// mean something else.
func (c *Change) capGo() {
	v := *c.Verdicts
	v.Callers = min(v.Callers, report.Shifts)
	v.Services = min(v.Services, report.Shifts)
	c.Verdicts = &v
}

// meanOther sets the level of a change after which source compiles and means something else.
func (c *Change) meanOther() {
	c.Level = Case{Verdicts: *c.Verdicts, Because: otherData}.withLevel().Level
}
