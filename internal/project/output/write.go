package output

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Summary names the files of an output folder by what a [Write] did to them, as
// slash-separated paths relative to it.
type Summary struct {
	Written   []string
	Removed   []string
	Unchanged int
}

// RefusedError is the error of a [Write] that wrote nothing, because it would
// have lost what somebody else wrote.
type RefusedError struct {
	Dir      string    // the output folder, as given
	Findings []Finding // the foreign ones
}

// Error names each finding on a line of its own.
func (e *RefusedError) Error() string {
	var b strings.Builder
	b.WriteString("nothing was written, for these files hold what gen did not generate:")
	for _, f := range e.Findings {
		fmt.Fprintf(&b, "\n%s: %s: %s", filepath.Join(e.Dir, filepath.FromSlash(f.Path)), f.State, f.Detail)
	}
	return b.String()
}

// Refused returns the error of a [Write] of the same target, and nil if nothing
// stands in its way.
func (c *Comparison) Refused(t Target) error {
	foreign := slices.DeleteFunc(slices.Clone(c.Findings), func(f Finding) bool { return f.State != Foreign })
	switch {
	case len(foreign) > 0:
		return &RefusedError{Dir: t.Dir, Findings: foreign}
	case c.Uncovered != nil && !t.Adopt:
		return c.Uncovered
	}
	return nil
}

// Write makes the output folder hold the files of a target, and of the files of
// gen no other: it writes those that differ, deletes those that are no longer
// generated, with the folders that this empties, and leaves the rest untouched.
//
// If a foreign file is in the way, nothing at all is written and the error is a
// [*RefusedError] that names each; it is an [*UncoveredError] if a file was
// generated from more than the target has. Other errors are those of [Compare]
// and of the file system.
//
// Each file is written under another name and renamed, so a run that ends half-way
// leaves every file whole. The next run does the rest.
func Write(t Target) (Summary, error) { return write(t, nil) }

func write(t Target, before func(change, p string) error) (Summary, error) {
	if err := t.check(); err != nil {
		return Summary{}, err
	}
	full, err := Locate(t.Dir)
	if err != nil {
		return Summary{}, err
	}
	unlock, err := lock(full)
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	f, err := openFolder(full, t.Files...)
	if err != nil {
		return Summary{}, err
	}
	defer f.close()
	if before != nil {
		f.before = before
	}
	if f.root == nil && len(t.Files) > 0 {
		if err := f.create(); err != nil {
			return Summary{}, err
		}
	}
	c, err := compare(f, &t)
	if err != nil {
		return Summary{}, err
	}
	if err := c.Refused(t); err != nil {
		return Summary{}, err
	}
	return c.apply(f, &t)
}

// apply makes the changes.
func (c *Comparison) apply(f *folder, t *Target) (Summary, error) {
	var sum Summary
	if f.root != nil {
		for _, dir := range append([]string{"."}, c.folders...) {
			if err := f.sweep(dir); err != nil {
				return sum, err
			}
		}
	}
	for _, finding := range c.Findings {
		p := finding.Path
		if finding.Want != nil {
			if err := f.replace(p, finding.Want, c.found[p]); err != nil {
				return sum, err
			}
			sum.Written = append(sum.Written, p)
			continue
		}
		if err := f.retire(finding, c.found[p], t); err != nil {
			return sum, err
		}
		sum.Removed = append(sum.Removed, p)
	}
	// Also the folders that a killed run has emptied.
	for _, dir := range c.folders {
		if err := f.prune(dir); err != nil {
			return sum, err
		}
	}
	sum.Unchanged = len(t.Files) - len(sum.Written)
	return sum, nil
}

// retire deletes an orphaned file, or leaves in its place what [Target.Retire]
// says.
func (f *folder) retire(orphan Finding, found entry, t *Target) error {
	var content []byte
	if t.Retire != nil {
		content = t.Retire(orphan)
	}
	switch {
	case content == nil:
		return f.remove(orphan.Path, found)
	case bytes.Equal(content, orphan.Have):
		return nil
	}
	return f.replace(orphan.Path, content, found)
}
