package start

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/text/textfile"
)

// This file writes the first files of a repository. It is careful with what is there: a second run,
// or a run in a grown repository, must not replace what people wrote.

// Writing is what became of files.
type Writing struct {
	InUse bool // the repository has settings, so only schemas were updated
	Count int  // of the files that were written
}

// Write writes the files that are missing, and calls wrote with the name of each. It writes
// none if one exists with other text, unless the catalog is such a one: then it is somebody's
// own. In a repository in use, which has settings, it only updates the schemas.
func Write(files []File, spec string, wrote func(name string)) (Writing, error) {
	there := existing(files, spec)
	pending, err := there.pending()
	done := Writing{InUse: there.settings}
	if err != nil {
		return done, err
	}
	for _, f := range pending {
		if f.schema {
			err = output.WriteBelow(".", filepath.ToSlash(f.name), f.text)
		} else {
			err = createFile(f.name, f.text)
		}
		if err != nil {
			return done, err
		}
		done.Count++
		wrote(filepath.ToSlash(f.name))
	}
	return done, nil
}

// found is what a folder has of the files to write.
type found struct {
	settings   bool        // there are settings, whatever they say
	ownCatalog bool        // the catalog is not the example
	candidates []candidate // in the order of the files; the settings are the last
	unreadable error
}

// candidate is a file that is missing, or exists with other text.
type candidate struct {
	File
	exists bool
}

// existing finds what a folder has of the files. Spec is the path of the catalog.
func existing(files []File, spec string) (there found) {
	for _, f := range files {
		current, err := textfile.ReadIn(".", f.name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			there.candidates = append(there.candidates, candidate{f, false})
		case err == nil && f.name == settings.Name:
			there.settings = true
		case err == nil && bytes.Equal(f.text, current):
		case err == nil && f.name == spec:
			there.ownCatalog = true
		default:
			there.candidates = append(there.candidates, candidate{f, true})
			there.unreadable = cmp.Or(there.unreadable, err)
		}
	}
	return there
}

// pending returns the files to write.
func (f found) pending() ([]File, error) {
	if !f.settings && f.unreadable != nil {
		return nil, f.unreadable
	}
	var pending []File
	var inTheWay []string
	for _, c := range f.candidates {
		switch {
		case c.schema:
			pending = append(pending, c.File)
		case f.settings: // only schemas are updated
			continue
		case !c.exists:
			pending = append(pending, c.File)
		}
		if c.exists {
			inTheWay = append(inTheWay, filepath.ToSlash(c.name))
		}
	}
	if inTheWay != nil && !f.settings && !f.ownCatalog {
		return nil, fmt.Errorf("%s: already there; nothing was written; "+
			"move it out of the way, or change it by hand", strings.Join(inTheWay, ", "))
	}
	return pending, nil
}

// createFile writes a new file, and follows no link out of the module.
func createFile(name string, text []byte) error {
	root, err := os.OpenRoot(".")
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}
