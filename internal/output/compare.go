package output

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// State says how a path in the output folder differs from what is rendered.
type State string

// The states. Stale, Missing and Orphaned are what [Write] repairs by itself.
const (
	Stale    State = "stale"    // as gen wrote it, which is not what it would write now
	Missing  State = "missing"  // rendered, but not there
	Orphaned State = "orphaned" // as gen wrote it, and no longer rendered
	Edited   State = "edited"   // generated, then changed by hand: replaced by force only
	Foreign  State = "foreign"  // not generated, where gen must write or did write: never touched
)

// Finding is a path at which the output folder is not as rendered.
type Finding struct {
	Path   string // slash-separated, relative to the output folder
	State  State
	Detail string // what is there and what is expected, in one line
	Have   []byte // the content found; nil where it is missing or unreadable
	Want   []byte // the content rendered; nil where nothing is
}

// Compare reads the output folder dir and returns how it differs from files,
// sorted by path; nothing where it does not. The manifest is compared too. No
// lock is taken: a comparison during a [Write] reports what that run is about
// to repair.
//
// It returns an error where dir is refused by [Locate] or cannot be read, and
// where files are not fit to be written.
func Compare(dir string, files []File) ([]Finding, error) {
	if err := checkFiles(files); err != nil {
		return nil, err
	}
	full, err := Locate(dir)
	if err != nil {
		return nil, err
	}
	f, err := openFolder(full)
	if err != nil {
		return nil, err
	}
	defer f.close()
	c, err := compare(f, files)
	if err != nil {
		return nil, err
	}
	return c.findings, nil
}

// Sum returns the hash of the manifest that belongs to files.
func Sum(files []File) string { return hash(manifestOf(files).format()) }

// Holds says whether the output folder dir holds exactly the files of a [Sum],
// and how many they are, with the manifest. Where it is false, [Compare] says why.
func Holds(dir, sum string) (files int, ok bool) {
	full, err := Locate(dir)
	if err != nil {
		return 0, false
	}
	f, err := openFolder(full)
	if err != nil {
		return 0, false
	}
	defer f.close()
	found, err := f.look(ManifestName)
	if err != nil || hash(found.content) != sum {
		return 0, false
	}
	m, err := parseManifest(found.content)
	if err != nil || slices.ContainsFunc(m.folders(), f.leftOver) {
		return 0, false
	}
	for p, sums := range m {
		if found, err := f.look(p); err != nil || hash(found.content) != sums[0] {
			return 0, false
		}
	}
	return len(m) + 1, true
}

// comparison is the state of an output folder beside what is rendered.
type comparison struct {
	listed   manifest // as found, without lines where it is missing or unreadable
	rendered manifest
	headers  map[string]bool // of what is rendered
	manifest []byte          // the manifest's text in the folder
	findings []Finding
}

func compare(f *folder, files []File) (*comparison, error) {
	c := &comparison{rendered: manifestOf(files), headers: map[string]bool{}}
	for _, file := range files {
		c.headers[headerOf(file.Content)] = true
	}
	if err := c.compareManifest(f); err != nil {
		return nil, err
	}
	for _, file := range files {
		found, err := f.look(file.Path)
		if err != nil {
			return nil, err
		}
		c.add(file.Path, found, file.Content, c.judge(file, found))
	}
	if err := c.compareOrphans(f); err != nil {
		return nil, err
	}
	slices.SortFunc(c.findings, func(a, b Finding) int { return cmp.Compare(a.Path, b.Path) })
	return c, nil
}

// verdict is a state with its reason; the zero value finds nothing.
type verdict struct {
	state  State
	detail string
}

func (c *comparison) add(p string, found entry, want []byte, v verdict) {
	if v.state != "" {
		c.findings = append(c.findings, Finding{p, v.state, v.detail, found.content, want})
	}
}

// judge compares a rendered file with what stands in its place.
func (c *comparison) judge(file File, found entry) verdict {
	switch {
	case !found.exists:
		return verdict{Missing, "it should be there"}
	case found.blocked != "":
		return verdict{Foreign, found.blocked}
	case bytes.Equal(found.content, file.Content):
		return verdict{}
	case c.listed.recognises(file.Path, found.content):
		if !generated(found.content) {
			// No run wrote this: every rendered file has the header.
			return verdict{Foreign, fmt.Sprintf("%s lists it, but it does not begin with a comment %q", ManifestName, Header)}
		}
		return verdict{Stale, staleDetail(found.content, file.Content)}
	case bytes.Equal(unixLines(found.content), unixLines(file.Content)):
		// Nothing that a person wrote would be lost.
		return verdict{Stale, staleDetail(found.content, file.Content)}
	case generated(found.content), c.listed.lists(file.Path):
		return verdict{Edited, "it was changed by hand after it was generated"}
	}
	return verdict{Foreign, fmt.Sprintf("it does not begin with a comment %q, so gen did not generate it", Header)}
}

// staleDetail tells a full difference from one that version control makes,
// which a person would look for in vain.
func staleDetail(have, want []byte) string {
	if bytes.Equal(unixLines(have), unixLines(want)) {
		return `only its line endings differ; "* text eol=lf" in .gitattributes keeps them`
	}
	return "it was generated from another catalog or by another gen"
}

// compareOrphans finds what the manifest lists and nothing renders.
func (c *comparison) compareOrphans(f *folder) error {
	folded := make(map[string]string, len(c.rendered))
	for p := range c.rendered {
		folded[strings.ToLower(p)] = p
	}
	for p := range c.listed {
		if c.rendered.lists(p) {
			continue
		}
		found, err := f.look(p)
		if err != nil {
			return err
		}
		if q := folded[strings.ToLower(p)]; q != "" && found.exists && f.same(p, q) {
			continue // the rendered file under a name in another case
		}
		c.add(p, found, nil, c.judgeOrphan(p, found))
	}
	return nil
}

// judgeOrphan decides about a listed file that nothing renders. A line in a
// manifest is easily forged or merged wrongly, so the file must look generated
// as well: without the header not even force deletes it. Nor does it delete pages
// where code is rendered, or code where pages are: that folder was a slip.
func (c *comparison) judgeOrphan(p string, found entry) verdict {
	switch {
	case !found.exists:
		return verdict{}
	case found.blocked != "":
		return verdict{Foreign, found.blocked}
	case !generated(found.content):
		return verdict{Foreign, fmt.Sprintf("%s lists it, but it does not begin with a comment %q", ManifestName, Header)}
	case !c.headers[headerOf(found.content)]:
		return verdict{Foreign, "gen wrote it, and nothing of its kind belongs here; give code and pages folders of their own"}
	case c.listed.recognises(p, found.content):
		return verdict{Orphaned, "it is no longer generated"}
	}
	return verdict{Edited, "it is no longer generated, and was changed by hand"}
}

// compareManifest reads the manifest and compares it with the one that belongs
// to what is rendered. One that cannot be read lists nothing: then no file is
// deleted, and no changed file replaced, on its word.
func (c *comparison) compareManifest(f *folder) error {
	found, err := f.look(ManifestName)
	if err != nil {
		return err
	}
	c.manifest = found.content
	want := c.rendered.format()
	var v verdict
	switch {
	case !found.exists:
		v = verdict{Missing, "it should be there"}
	case found.blocked != "":
		v = verdict{Foreign, found.blocked}
	case !bytes.HasPrefix(found.content, []byte(manifestMark)):
		v = verdict{Foreign, fmt.Sprintf("it does not begin with a comment %q, so gen did not generate it", manifestMark)}
	default:
		if c.listed, err = parseManifest(found.content); err != nil {
			v = verdict{Edited, err.Error()}
		} else if !bytes.Equal(found.content, want) {
			v = verdict{Stale, manifestDetail(found.content, want)}
		}
	}
	c.add(ManifestName, found, want, v)
	return nil
}

func manifestDetail(have, want []byte) string {
	if bytes.Equal(unixLines(have), want) {
		return staleDetail(have, want)
	}
	return "it lists other files or other contents"
}
