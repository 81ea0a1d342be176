package output

import "bytes"

// This file makes the changes that a comparison found. The order matters if a run is killed: first
// leftovers are removed, then files replaced, then empty folders deleted.

// Summary lists what a [Folder.Write] did, as slash-separated paths relative to the output
// folder.
type Summary struct {
	Written   []string
	Removed   []string
	Unchanged int
}

// Write updates the folder to the files of a target: it writes files that differ, deletes those
// that are no longer generated, with folders that become empty, and leaves the rest unchanged.
//
// If a foreign file is in the way, Write writes nothing and returns a [*RefusedError]; if a file
// was generated from another catalog or more overlays, it returns an [*UncoveredError]. Other
// errors are those of [Folder.Compare] and of the file system.
//
// Each file is written under a temporary name and renamed, so a run that is killed leaves every
// file complete. The next run finishes the update.
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
func (f *Folder) apply(c *Comparison, t *Target) (summary Summary, err error) {
	for _, dir := range append([]string{"."}, c.folders...) {
		if err := f.removeTemporary(dir); err != nil {
			return summary, err
		}
	}
	for _, finding := range c.Findings {
		p := finding.Path
		if finding.Want != nil {
			if err := f.replace(p, finding.Want, finding.found); err != nil {
				return summary, err
			}
			summary.Written = append(summary.Written, p)
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
			return summary, err
		}
		summary.Removed = append(summary.Removed, p)
	}
	// A killed run may have emptied folders, too.
	for _, dir := range c.folders {
		f.prune(dir)
	}
	summary.Unchanged = len(t.Files) - len(summary.Written)
	return summary, nil
}
