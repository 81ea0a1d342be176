package compare

import (
	"errors"
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/inputs"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/review/used"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// This file applies recorded calls to a report: of all changes, only those stay that concern what
// the user's programs call.

// Calls are the calls in recordings, the files of --used. A nil *Calls has none: then all
// findings concern the reader.
type Calls struct {
	used.Calls
	names   []string // of the files
	notices []string
}

// ReadCalls reads recordings. The error names all unreadable ones.
func ReadCalls(names []string) (*Calls, error) {
	if len(names) == 0 {
		return nil, nil
	}
	calls := &Calls{names: names}
	var problems []error
	for _, name := range names {
		if err := calls.read(name); err != nil {
			problems = append(problems, fmt.Errorf("--used %s: %w", name, err))
		}
	}
	if problems == nil && calls.Count() == 0 {
		return nil, calls.errorf("no call is recorded, so nothing could concern one; " +
			"record calls with gen record or api.WithRecorder")
	}
	return calls, errors.Join(problems...)
}

// errorf returns an error about all recordings.
func (c *Calls) errorf(format string, args ...any) error {
	return fmt.Errorf("--used %s: %w", wording.List(c.names, "and"), fmt.Errorf(format, args...))
}

// read adds a recording.
func (c *Calls) read(name string) error {
	file, err := textfile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	recorded, kind, err := inputs.Open(file)
	if err != nil {
		return err
	}
	switch kind {
	case inputs.Summary:
		return errors.New("line 1: a summary of gen learn has no requests; " +
			"name the recordings that it was made from")
	case inputs.Archive:
		return errors.New("line 1: a HAR file; " +
			"turn it into a recording with gen record FILE.har --output calls.jsonl")
	}
	info, err := c.Add(recorded)
	if skipped := inputs.Skipped(info); skipped != "" {
		c.addNotice("%s: %s", name, skipped)
	}
	return err
}

// addNotice adds a notice to the report to which the calls are applied.
func (c *Calls) addNotice(format string, args ...any) {
	c.notices = append(c.notices, fmt.Sprintf(format, args...))
}

// mark marks the findings of a comparison that concern the calls.
func (c *Calls) mark(
	base, head *catalog.Catalog, compared diff.Comparison, findings []report.Finding,
) {
	if c != nil {
		c.Mark(base, head, compared, findings)
	}
}

// apply leaves the findings in the report that concern the calls, and those about catalogs that
// could not be compared. It returns an error if none of the called operations is in a catalog:
// then the recordings are those of another service.
func (c *Calls) apply(r *report.Report) error {
	if c == nil {
		return nil
	}
	allCompared := true
	for i := range r.Findings {
		if isAboutWholeCatalog(r.Findings[i]) {
			allCompared = false
			r.Findings[i].Used = &report.Use{Operations: []string{}}
		}
	}
	unknown, calls, err := c.Unknown()
	listed := quotedFirst(unknown)
	switch {
	case !allCompared: // the operations of a catalog are not known
		unknown = nil
	case err != nil:
		return c.errorf("neither catalog has the called operations (%s); "+
			"name recordings of this service", listed)
	case len(unknown) > 0:
		c.addNotice("%s of operations that neither catalog has: %s",
			wording.Count(calls, "recorded call"), listed)
	}
	r.Calls = &report.Calls{
		Recordings: c.names,
		Calls:      c.Count(),
		Operations: len(c.Operations()),
		Unknown:    unknown,
	}
	r.Notices = append(r.Notices, c.notices...)
	r.KeepUsed()
	return nil
}

// quotedFirst quotes the first of the names, which a recording may have from anywhere.
func quotedFirst(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = wording.Quote(name)
	}
	return report.JoinFirst(quoted, 5, ", ")
}

// isAboutWholeCatalog reports whether a finding says that a catalog is new, gone or unreadable.
func isAboutWholeCatalog(f report.Finding) bool {
	rules := diff.Chapters()[0].Rules
	return slices.ContainsFunc(rules, func(rule *diff.Rule) bool { return rule.ID == f.Rule })
}
