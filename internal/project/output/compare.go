package output

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// State says how a path in the output folder differs from what is generated.
type State string

// The states. [Folder.Write] repairs the first three by itself.
const (
	Stale    State = "stale"    // of gen, and not what gen would write now
	Missing  State = "missing"  // generated, but not there
	Orphaned State = "orphaned" // of gen, and no longer generated
	Foreign  State = "foreign"  // not of gen, where gen must write: never touched
)

// Finding is a path at which the output folder is not as generated.
type Finding struct {
	Path   string // slash-separated, relative to the output folder
	State  State
	Detail string // what is there and what is expected, in one line
	Have   []byte // the content found; nil if it is missing or unreadable
	Want   []byte // the content generated; nil if nothing is

	found fs.FileInfo // of the file found, as the run has judged it
}

// Comparison is how an output folder differs from what is generated.
type Comparison struct {
	Findings []Finding // sorted by path
	// Refused is the error of a [Folder.Write] of the same target: a [*RefusedError], an
	// [*UncoveredError] or nil.
	Refused error
	// Uncovered is nil unless a file was generated from another catalog, or with
	// overlays that the target does not name.
	Uncovered *UncoveredError

	folders []string // below the output folder, in which files of gen may be
}

// RefusedError is the error of a [Folder.Write] that wrote nothing, because it would
// have lost files of others.
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

// UncoveredError is the error of a [Folder.Write] that wrote nothing, because a file in
// the output folder was generated from more than this run has.
type UncoveredError struct {
	Dir    string   // the output folder, as given
	Path   string   // slash-separated, relative to the output folder
	Have   []string // the catalog and the overlays that the header of the file names
	Source []string // the catalog and the overlays of the target
}

// Error says what the header of the file names.
func (e *UncoveredError) Error() string {
	text := filepath.Join(e.Dir, filepath.FromSlash(e.Path)) + " was generated from " + e.Have[0]
	if len(e.Have) > 1 {
		text += " with " + strings.Join(e.Have[1:], ", ")
	}
	return text
}

// Compare reads the output folder and returns how it differs from the files of a
// target. It takes no lock: a comparison during a [Folder.Write] reports what that run
// is about to repair.
//
// It returns an error if the folder cannot be read, and if the files are not fit to be
// written.
func (f *Folder) Compare(t Target) (*Comparison, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	c := &Comparison{}
	add := func(p string, s State, detail string, found entry, want []byte) {
		c.Findings = append(c.Findings, Finding{p, s, detail, found.content, want, found.info})
	}
	generated := make(map[string]string, len(t.Files)) // by the path in lower case
	for _, file := range t.Files {
		generated[strings.ToLower(file.Path)] = file.Path
		found, err := f.look(file.Path)
		if err != nil {
			return nil, err
		}
		found.blocked = cmp.Or(found.blocked, f.closed(path.Dir(file.Path), t.Others))
		if state, detail := f.judge(c, &t, file, found); state != "" {
			add(file.Path, state, detail, found, file.Content)
		}
	}
	there, err := c.scan(f, &t)
	if err != nil {
		return nil, err
	}
	for _, p := range there {
		q := generated[strings.ToLower(p)]
		if p == q || q != "" && f.same(p, q) { // the file under a name in another case
			continue
		}
		found, err := f.look(p)
		if err != nil {
			return nil, err
		}
		if found.blocked == "" && f.ours(c, &t, p, found) {
			add(p, Orphaned, "it is no longer generated", found, nil)
		}
	}
	slices.SortFunc(c.Findings, func(a, b Finding) int { return cmp.Compare(a.Path, b.Path) })
	if foreign := slices.DeleteFunc(slices.Clone(c.Findings), func(f Finding) bool { return f.State != Foreign }); len(foreign) > 0 {
		c.Refused = &RefusedError{f.name, foreign}
	} else if c.Uncovered != nil && !t.Adopt {
		c.Refused = c.Uncovered
	}
	return c, nil
}

// judge compares a generated file with what is in its place. The state is empty if
// they are the same.
func (f *Folder) judge(c *Comparison, t *Target, file File, found entry) (s State, detail string) {
	switch {
	case found.blocked != "":
		return Foreign, found.blocked
	case found.info == nil:
		return Missing, "it should be there"
	case bytes.Equal(found.content, file.Content):
		return "", ""
	case !f.ours(c, t, file.Path, found):
		return Foreign, fmt.Sprintf("it has no comment %q before its package clause, so gen did not generate it", Header)
	case bytes.Equal(unixLines(found.content), unixLines(file.Content)):
		return Stale, `only its line endings differ; "* text eol=lf" in .gitattributes keeps them`
	}
	return Stale, "it differs from what the catalog gives now"
}

// ours reports whether gen generated a file, and notes the first that the sources of the
// target do not cover.
func (f *Folder) ours(c *Comparison, t *Target, p string, found entry) bool {
	sources := sourcesIn(found.content)
	for _, have := range sources {
		if c.Uncovered == nil && !t.covers(have) {
			c.Uncovered = &UncoveredError{f.name, p, SourceNames(have), SourceNames(t.Source)}
		}
	}
	return len(sources) > 0
}

// scan returns what is there at paths that the generator can produce, and
// notes the folders that it entered.
func (c *Comparison) scan(f *Folder, t *Target) (there []string, err error) {
	for folders := []string{"."}; len(folders) > 0; folders = folders[1:] {
		dir, err := f.open(folders[0], false)
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		var entries []fs.DirEntry
		if err == nil {
			entries, err = fs.ReadDir(dir.FS(), ".")
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.join(folders[0]), err)
		}
		for _, e := range entries {
			p := path.Join(folders[0], e.Name())
			if t.canProduce(p) {
				there = append(there, p)
			}
			if e.IsDir() && t.canProduceIn(p) && f.closed(p, t.Others) == "" {
				folders = append(folders, p)
				c.folders = append(c.folders, p)
			}
		}
	}
	return there, nil
}

// closed returns why the folder dir in the output folder is not entered, or nothing if
// it is.
func (f *Folder) closed(dir string, others []string) string {
	switch {
	case dir == ".":
		return ""
	case dir == "testdata" || dir == "vendor" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_"):
		return fmt.Sprintf("the go command ignores a folder %q; give the area another name with go: {name: ...}", dir)
	}
	for _, other := range others {
		if there, missing, err := resolve(other); err == nil && filepath.Join(there, filepath.FromSlash(missing)) == f.join(dir) {
			return fmt.Sprintf("%q is the output folder of another target", dir)
		}
	}
	for name, means := range map[string]string{"go.mod": "module", ".git": "repository"} {
		if _, err := f.stat(path.Join(dir, name)); err == nil {
			return fmt.Sprintf("%q is a %s of its own, for it holds %s", dir, means, name)
		}
	}
	return ""
}

// same reports whether two paths are one file, as on a file system that does not
// tell upper from lower case.
func (f *Folder) same(p, q string) bool {
	a, errA := f.stat(p)
	b, errB := f.stat(q)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
