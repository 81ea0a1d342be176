package diff

import (
	"strings"

	"example.com/opgen/internal/review/report"
)

// checkGo compares the moves in Go of each change with the generated code of both catalogs,
// and removes moves of names that keep their type. If none is left, source compiles and
// means something else.
func (c *comparison) checkGo() {
	for i := range c.changes {
		change := &c.changes[i]
		if change.Go == nil {
			continue
		}
		var moves []string
		for _, move := range change.Go {
			name, _, _ := strings.Cut(move, " -> ")
			name, _, _ = strings.Cut(name, ": ")
			switch was, is := c.baseAPI()[name], c.headAPI()[name]; {
			case was != "" && was == is && (change.Kind == typeRemoved || change.renamesOperation()):
				// Another type or operation has the name.
				moves = append(moves, c.goChanges(name)...)
			case was != "" && was == is:
			case was != "" && is != "" && (change.Base.Field != nil || change.Kind == typeRemoved):
				moves = append(moves, name+": "+arrow(was, is))
			default:
				moves = append(moves, move)
			}
		}
		breaks := max(change.Verdicts.Callers, change.Verdicts.Services) == report.Breaks
		if change.Go = moves; moves != nil || !breaks {
			continue
		}
		change.Message += "; Go source compiles and means something else"
		v := *change.Verdicts
		v.Callers, v.Services = min(v.Callers, report.Shifts), min(v.Services, report.Shifts)
		if change.Verdicts = &v; change.Level != report.Info {
			change.Level = Case{Verdicts: v, Because: otherData}.withLevel().Level
		}
	}
}
