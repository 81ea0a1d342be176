package output

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// State says how a path in the output folder differs from what is generated.
type State string

// The states. [Write] repairs the first three by itself.
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
}

// Comparison is how an output folder differs from what is generated.
type Comparison struct {
	Findings []Finding // sorted by path
	// Uncovered is nil unless a file was generated from another catalog, or with
	// overlays that the target does not name. Then [Write] refuses to proceed
	// without [Target.Adopt].
	Uncovered *UncoveredError

	folders []string         // below the output folder, in which files of gen may be
	found   map[string]entry // what stands at the paths of findings
}

// UncoveredError is the error of a [Write] that wrote nothing, because a file in
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
// target. It takes no lock: a comparison during a [Write] reports what that run is
// about to repair.
//
// It returns an error if the folder is refused by [Locate] or cannot be read, and
// if the files are not fit to be written.
func Compare(t Target) (*Comparison, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	full, err := Locate(t.Dir)
	if err != nil {
		return nil, err
	}
	f, err := openFolder(full, t.Files...)
	if err != nil {
		return nil, err
	}
	defer f.close()
	return compare(f, &t)
}

func compare(f *folder, t *Target) (*Comparison, error) {
	c := &Comparison{found: map[string]entry{}}
	generated := make(map[string]string, len(t.Files)) // by the path in lower case
	for _, file := range t.Files {
		generated[strings.ToLower(file.Path)] = file.Path
		found, err := f.look(file.Path)
		if err == nil && found.blocked == "" && f.closed(path.Dir(file.Path), t) != "" {
			found = entry{exists: true, blocked: f.closed(path.Dir(file.Path), t)}
		}
		if err != nil {
			return nil, err
		}
		c.judge(t, file, found)
	}
	there, err := c.scan(f, t)
	if err != nil {
		return nil, err
	}
	for _, p := range there {
		q := generated[strings.ToLower(p)]
		if p == q || q != "" && f.same(p, q) { // the file under a name in another case
			continue
		}
		if err := c.judgeLeftover(f, t, p); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(c.Findings, func(a, b Finding) int { return cmp.Compare(a.Path, b.Path) })
	return c, nil
}

func (c *Comparison) add(finding Finding, found entry) {
	c.Findings = append(c.Findings, finding)
	c.found[finding.Path] = entry{exists: found.exists, info: found.info}
}

// judge compares a generated file with what stands in its place.
func (c *Comparison) judge(t *Target, file File, found entry) {
	add := func(s State, detail string) {
		c.add(Finding{file.Path, s, detail, found.content, file.Content}, found)
	}
	switch {
	case found.blocked != "":
		add(Foreign, found.blocked)
	case !found.exists:
		add(Missing, "it should be there")
	case bytes.Equal(found.content, file.Content):
	case !c.ours(t, file.Path, found):
		add(Foreign, fmt.Sprintf("it has no comment %q before its package clause, so gen did not generate it", Header))
	case bytes.Equal(unixLines(found.content), unixLines(file.Content)):
		add(Stale, `only its line endings differ; "* text eol=lf" in .gitattributes keeps them`)
	default:
		add(Stale, "it differs from what the catalog gives now")
	}
}

// judgeLeftover decides about a file that nothing generates.
func (c *Comparison) judgeLeftover(f *folder, t *Target, p string) error {
	found, err := f.look(p)
	if err != nil {
		return err
	}
	if found.exists && found.blocked == "" && c.ours(t, p, found) {
		c.add(Finding{p, Orphaned, "it is no longer generated", found.content, nil}, found)
	}
	return nil
}

// ours reports whether a file is one that gen generated, and notes the first that
// the sources of the target do not cover.
func (c *Comparison) ours(t *Target, p string, found entry) bool {
	sources := sourcesIn(found.content)
	for _, have := range sources {
		if c.Uncovered == nil && !t.covers(have) {
			c.Uncovered = &UncoveredError{Dir: t.Dir, Path: p, Have: SourceNames(have), Source: SourceNames(t.Source)}
		}
	}
	return len(sources) > 0
}

// scan returns what is there at paths that the generator can produce, and
// notes the folders that it entered.
func (c *Comparison) scan(f *folder, t *Target) ([]string, error) {
	var there []string
	top, err := f.list(".")
	if err != nil {
		return nil, err
	}
	take := func(p string) {
		if t.canProduce(p) {
			there = append(there, p)
		}
	}
	for _, e := range top {
		take(e.Name())
		if !e.IsDir() || !t.canProduceIn(e.Name()) || f.closed(e.Name(), t) != "" {
			continue
		}
		c.folders = append(c.folders, e.Name())
		below, err := f.list(e.Name())
		if err != nil {
			return nil, err
		}
		for _, b := range below {
			take(path.Join(e.Name(), b.Name()))
		}
	}
	return there, nil
}

// closed returns why the folder dir, below the output folder, is not entered, and
// nothing if it is.
func (f *folder) closed(dir string, t *Target) string {
	switch {
	case dir == "." || f.root == nil:
		return ""
	case dir == "testdata" || dir == "vendor" || strings.HasPrefix(dir, ".") || strings.HasPrefix(dir, "_"):
		return fmt.Sprintf("the go command ignores a folder %q; give the area another name with go: {name: ...}", dir)
	}
	if slices.Contains(t.Others, filepath.Join(f.dir, dir)) {
		return fmt.Sprintf("%q is the output folder of another target", dir)
	}
	if _, err := f.root.Lstat(filepath.Join(dir, "go.mod")); err == nil {
		return fmt.Sprintf("%q is a module of its own, for it holds a go.mod", dir)
	}
	if _, err := f.root.Lstat(filepath.Join(dir, ".git")); err == nil {
		return fmt.Sprintf("%q is a repository of its own, for it holds .git", dir)
	}
	return ""
}
