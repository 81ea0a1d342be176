package diff

import (
	"fmt"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Most rules are about something in both catalogs. Those of this file are about a catalog that is
// not there, or that cannot be read. The command finds these, and asks for the finding, so that all
// rules are declared in one package and have explanations, levels and ids of one form.

// The rules about a catalog as a whole. Comparing two catalogs cannot find them, since
// one side has none, or none that can be read.
var (
	catalogAdded = rule("catalog-added",
		"A catalog is new.",
		"There is nothing to compare it with.",
		example{after: "catalog: 1"},
		Anywhere.verdicts("····"),
	).exports()

	catalogRemoved = rule("catalog-removed",
		"A catalog was removed, and no target has it.",
		"Its operations can no longer be called, and its Go packages are gone.",
		example{before: "catalog: 1"},
		Anywhere.verdicts("BBBB"),
	)

	baseUnreadable = rule("base-unreadable",
		"The catalog or the settings of the base cannot be read, but those of the head can.",
		"A change that fixes them has no base to compare with, so it may break anybody. Compare "+
			"it with the last revision that can be read.",
		example{before: "catalog: one", after: "catalog: 1"},
		Anywhere.verdicts("????").because(unreadable),
	)
)

// AddedCatalog is the finding that a catalog is not in the base, which is named as the user did.
func AddedCatalog(file, base string) report.Finding {
	return catalogAdded.wholeFinding(report.Added, file,
		"%s is not in %s, so there is nothing to compare it with", file, base)
}

// RemovedCatalog is the finding that a catalog is in the base alone.
func RemovedCatalog(file string) report.Finding {
	f := catalogRemoved.wholeFinding(report.Changed, file,
		"%s is gone, with all its operations", file)
	f.Pos.Base = true
	return f
}

// UnreadableBase is the finding that the catalog or the settings of the base have
// problems, which those of the head have not. What follows says what is done instead.
func UnreadableBase(subject, file, base, follows string, problems catalog.Problems) report.Finding {
	why := fmt.Sprintf("%s at %s", problems[0].ID, problems[0].Pos)
	if more := len(problems) - 1; more > 0 {
		why += " and " + wording.Count(more, "more problem")
	}
	f := baseUnreadable.wholeFinding(report.Changed, file,
		"%s cannot be read (%s), so %s", base, why, follows)
	f.Path = subject
	return f
}

// wholeFinding returns a finding about a whole file.
func (r *Rule) wholeFinding(topic report.Topic, file, format string, args ...any) report.Finding {
	start := catalog.Position{File: file, Line: 1, Col: 1}
	return r.finding(&r.Cases[0], topic, start, format, args...)
}

// finding returns a finding that no comparison adds: its verdicts are those of the case alone.
func (r *Rule) finding(
	c *Case, topic report.Topic, pos catalog.Position, format string, args ...any,
) report.Finding {
	return report.Finding{
		Rule:     r.ID,
		Level:    c.Level,
		Path:     "catalog",
		Pos:      report.Place{Position: pos},
		Message:  fmt.Sprintf(format, args...),
		Verdicts: &c.Verdicts,
		Bumps:    new(c.bumps()),
		Topic:    topic,
	}
}
