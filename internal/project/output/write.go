package output

import "bytes"

// Summary names the files of an output folder by what a [Folder.Write] did to them, as
// slash-separated paths relative to it.
type Summary struct {
	Written   []string
	Removed   []string
	Unchanged int
}

// Write makes the folder hold the files of a target, and no other file of gen: it writes
// those that differ, deletes those that are no longer generated, with the folders that
// this empties, and leaves the rest untouched.
//
// If a foreign file is in the way, nothing at all is written and the error is a
// [*RefusedError] that names each; it is an [*UncoveredError] if a file was
// generated from more than the target has. Other errors are those of [Folder.Compare]
// and of the file system.
//
// Each file is written under another name and renamed, so a run that is cut off
// leaves every file whole. The next run does the rest.
func (f *Folder) Write(t Target) (Summary, error) {
	if err := t.check(); err != nil {
		return Summary{}, err
	}
	unlock, err := f.lock()
	if err != nil {
		return Summary{}, err
	}
	defer unlock()
	c, err := f.Compare(t)
	if err == nil {
		err = c.Refused
	}
	if err != nil {
		return Summary{}, err
	}
	return f.apply(c, &t)
}

// apply makes the changes.
func (f *Folder) apply(c *Comparison, t *Target) (sum Summary, err error) {
	for _, dir := range append([]string{"."}, c.folders...) {
		if err := f.sweep(dir); err != nil {
			return sum, err
		}
	}
	for _, finding := range c.Findings {
		p := finding.Path
		if finding.Want != nil {
			if err := f.replace(p, finding.Want, finding.found); err != nil {
				return sum, err
			}
			sum.Written = append(sum.Written, p)
			continue
		}
		var stub []byte
		if t.Retire != nil {
			stub = t.Retire(finding)
		}
		switch {
		case stub == nil:
			err = f.remove(p, finding.found)
		case !bytes.Equal(stub, finding.Have):
			err = f.replace(p, stub, finding.found)
		}
		if err != nil {
			return sum, err
		}
		sum.Removed = append(sum.Removed, p)
	}
	// A killed run may have emptied folders, too.
	for _, dir := range c.folders {
		if err := f.prune(dir); err != nil {
			return sum, err
		}
	}
	sum.Unchanged = len(t.Files) - len(sum.Written)
	return sum, nil
}
