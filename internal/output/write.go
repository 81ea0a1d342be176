package output

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Summary counts the files of an output folder by what a [Write] did to them.
// The manifest is one of them.
type Summary struct {
	Written   int
	Removed   int
	Unchanged int
}

// RefusedError is the error of a [Write] that wrote nothing, because it would
// have lost what somebody else wrote.
type RefusedError struct {
	Dir      string    // the output folder, as given
	Findings []Finding // those that stand in the way: edited or foreign
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

// Write makes the output folder dir hold files, and of the generated files no
// other: it writes those that differ, deletes those that are no longer
// rendered, with the folders that this empties, and leaves the rest untouched.
//
// Edited files are replaced or deleted only with force, foreign ones never.
// Where there is one, nothing at all is written and the error is a
// [*RefusedError] that names each. Other errors are those of [Compare] and of
// the file system.
//
// A run that ends half-way, by an error or because it was killed, is repaired
// by the next: before the first change the manifest lists the old and the new
// contents, so that either is recognised as generated.
func Write(dir string, files []File, force bool) (Summary, error) {
	return write(dir, files, force, nil)
}

func write(dir string, files []File, force bool, before func(change, p string) error) (Summary, error) {
	if err := checkFiles(files); err != nil {
		return Summary{}, err
	}
	full, err := Locate(dir)
	if err != nil {
		return Summary{}, err
	}
	unlock, err := lock(full)
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	f, err := openFolder(full)
	if err != nil {
		return Summary{}, err
	}
	defer f.close()
	if before != nil {
		f.before = before
	}
	c, err := compare(f, files)
	if err != nil {
		return Summary{}, err
	}
	if against := c.against(force); len(against) > 0 {
		return Summary{}, &RefusedError{Dir: dir, Findings: against}
	}
	return c.apply(f)
}

// against returns the findings that forbid to write.
func (c *comparison) against(force bool) []Finding {
	var against []Finding
	for _, f := range c.findings {
		if f.State == Foreign || f.State == Edited && !force {
			against = append(against, f)
		}
	}
	return against
}

// apply makes the changes. Their order is the protocol that makes a killed run
// repairable: manifest of both, files, folders, manifest of the new.
func (c *comparison) apply(f *folder) (Summary, error) {
	sum := Summary{Unchanged: len(c.rendered) + 1}
	if err := c.sweep(f); err != nil || len(c.findings) == 0 {
		return sum, err
	}
	files := slices.DeleteFunc(slices.Clone(c.findings), func(f Finding) bool { return f.Path == ManifestName })
	if len(files) > 0 {
		if err := c.list(f, c.listed.union(c.rendered)); err != nil {
			return Summary{}, err
		}
	}
	for _, finding := range files {
		if finding.Want == nil {
			if err := f.remove(finding.Path); err != nil {
				return Summary{}, err
			}
			sum.Removed++
			continue
		}
		if err := f.replace(finding.Path, finding.Want); err != nil {
			return Summary{}, err
		}
		sum.Written++
	}
	if err := c.prune(f); err != nil {
		return Summary{}, err
	}
	if err := c.list(f, c.rendered); err != nil {
		return Summary{}, err
	}
	if slices.ContainsFunc(c.findings, func(f Finding) bool { return f.Path == ManifestName }) {
		sum.Written++
	}
	sum.Unchanged -= sum.Written
	return sum, nil
}

// list makes m the manifest, where it is not already.
func (c *comparison) list(f *folder, m manifest) error {
	content := m.format()
	if bytes.Equal(c.manifest, content) {
		return nil
	}
	if err := f.replace(ManifestName, content); err != nil {
		return err
	}
	c.manifest = content
	return nil
}

// begun says whether content is the beginning of what gen writes, cut off
// anywhere.
func begun(content []byte) bool {
	for _, start := range slices.Concat([]string{manifestMark}, headers, documents) {
		n := min(len(start), len(content))
		if string(content[:n]) == start[:n] {
			return true
		}
	}
	return false
}

// sweep deletes what a killed run left under its temporary name.
func (c *comparison) sweep(f *folder) error {
	for _, dir := range c.listed.union(c.rendered).folders() {
		if err := f.sweep(dir); err != nil {
			return err
		}
	}
	return nil
}

// sweep deletes what a killed run left in the folder dir.
func (f *folder) sweep(dir string) error {
	if !f.leftOver(dir) {
		return nil // it is not ours, and creating the next one will say so
	}
	return f.remove(path.Join(dir, temporaryName))
}

// leftOver says whether a killed run left something in the folder dir.
func (f *folder) leftOver(dir string) bool {
	found, err := f.look(path.Join(dir, temporaryName))
	return err == nil && found.exists && found.blocked == "" && begun(found.content)
}

// prune deletes the folders of files that are no longer rendered, where they
// are empty: also of files that a killed run has deleted already.
func (c *comparison) prune(f *folder) error {
	for _, dir := range c.listed.folders() {
		if err := f.prune(dir); err != nil {
			return err
		}
	}
	return nil
}
