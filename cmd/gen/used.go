package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/review/used"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// recordedCalls are the calls in the recordings of --used; nil without the flag.
type recordedCalls struct {
	used.Calls
	names   []string // of the files
	notices []string
}

// addUsed adds the flag --used. A release is for all users, not only for the recorded calls.
func addUsed(cmd *cobra.Command, recordings *[]string) {
	const usage = "report only what concerns the calls in a recording, a `file` " +
		"that may be compressed with gzip; repeatable"
	cmd.Flags().StringArrayVar(recordings, "used", nil, usage)
	_ = cmd.MarkFlagFilename("used", "jsonl", "gz")
	cmd.MarkFlagsMutuallyExclusive("used", "semver")
	cmd.MarkFlagsMutuallyExclusive("used", "changelog")
}

// readCalls reads recordings. The error names all unreadable ones.
func readCalls(names []string) (*recordedCalls, error) {
	if len(names) == 0 {
		return nil, nil
	}
	calls := &recordedCalls{names: names}
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
func (c *recordedCalls) errorf(format string, args ...any) error {
	return fmt.Errorf("--used %s: %w", wording.List(c.names, "and"), fmt.Errorf(format, args...))
}

// read adds a recording.
func (c *recordedCalls) read(name string) error {
	file, err := textfile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in, err := recording.Unzipped(file)
	if err != nil {
		return fmt.Errorf("it cannot be decompressed: %w", err)
	}
	start, _ := in.Peek(256)
	switch {
	case bytes.HasPrefix(start, []byte(learn.SummaryStart)):
		return errors.New("line 1: a summary of gen learn has no requests; " +
			"name the recordings that it was made from")
	case har.Matches(start):
		return errors.New("line 1: a HAR file; " +
			"turn it into a recording with gen record FILE.har --output calls.jsonl")
	}
	info, err := c.Add(in)
	if info.Skipped > 0 {
		lines, calls := wording.Count(info.Skipped, "line"), wording.Count(info.Lines, "call")
		c.addNotice("%s: %s or the end cannot be read; the rest has %s", name, lines, calls)
	}
	return err
}

func (c *recordedCalls) addNotice(format string, args ...any) {
	c.notices = append(c.notices, fmt.Sprintf(format, args...))
}

// mark marks the findings of a comparison that concern the calls.
func (c *recordedCalls) mark(
	base, head *catalog.Catalog, compared diff.Comparison, findings []report.Finding,
) {
	if c != nil {
		c.Mark(base, head, compared, findings)
	}
}

// apply leaves the findings in the report that concern the calls, and those about catalogs that
// could not be compared. It returns an error if none of the called operations is in a catalog:
// then the recordings are those of another service.
func (c *recordedCalls) apply(r *report.Report) error {
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
