package diff

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// The packages of a catalog are generated at a path that settings and go.mod decide. Comparing two
// catalogs cannot see it, so the command compares the paths and asks here for the finding.

// Another target has the path, so an import of it may compile.
var pathTaken = Situation{words: "the path has the packages of another target now"}

// Every import breaks at once, although no catalog changed.
var importPathChanged = rule("import-path-changed",
	"The import path of the generated packages changed; the key says what changed it: the folder "+
		"in the settings (out), the path of the module (module), or a target that is gone "+
		"(target).",
	"Nothing changes on the wire. Imports name packages that no longer exist. If another target "+
		"has their path now, the same source may compile and call another service.",
	example{before: "out: gen", after: "out: internal/gen"},
	Anywhere.verdicts("––BB"),
	Anywhere.verdicts("––BB").when(pathTaken).because(otherData),
)

// ImportMove is another import path of the packages of a target.
type ImportMove struct {
	Base, Head string           // the paths; Head is "" if nothing generates the packages now
	Key        string           // "out", "module" or "target"
	Taker      string           // the target whose packages have the old path now, "" if none has
	Pos        catalog.Position // what changed it
	InBase     bool             // the position is in the base
}

// Finding returns the finding about a move.
func (m ImportMove) Finding() report.Finding {
	format := "the import path of the generated packages changes: %s"
	args := []any{arrow(m.Base, m.Head)}
	if m.Head == "" {
		format, args = "the packages at %s are no longer generated", []any{m.Base}
	}
	when := general
	if m.Taker != "" {
		when = pathTaken
		format += "; %s has those of target %s now," +
			" so source that imports it may compile and call the other service"
		args = append(args, m.Base, m.Taker)
	}
	judgment := importPathChanged.caseFor(Anywhere, when)
	f := importPathChanged.finding(judgment, report.Changed, m.Pos, format, args...)
	f.Path, f.Aspect, f.Key = "imports", m.Key, arrow(m.Base, m.Head)
	f.Go = []string{arrow(m.Base, m.Head)}
	f.Pos.Base = m.InBase
	return f
}
