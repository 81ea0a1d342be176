package yamldoc

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A large catalog is in several files: "areas: {claims: areas/claims.yaml}". The maps of these files are
// read in place of their paths, so that nothing behind this package knows of files, except by
// positions.

// fileSet is a file and the files that it names in place of maps. They share the limits of one
// file.
type fileSet struct {
	name       string // of the format: "catalog"
	private    bool   // problems show no values
	beside     func(path string) (Source, error)
	named      map[string]*Node // the node that names each file, by its path; nil for the first
	size       int              // bytes
	indicators int
	aliased    int // nodes to which the aliases so far expand
}

// subject returns the subject of messages about limits.
func (s *fileSet) subject() string {
	if len(s.named) > 1 {
		return "with this file, the " + s.name
	}
	return "the text"
}

// orFile ends the description of a value that may be a file.
const orFile = ` or the path of a file, such as "claims.yaml"`

// file returns the map in a file if n is its path, and n otherwise. It reports a file that
// cannot be read. The map is at a depth in the first file.
func (c *Checker) file(n *Node, s Scope, what string, depth int) *Node {
	if n.Kind != String || !isFile(n.Text) {
		return n
	}
	set, broken := n.src.set, *n
	broken.Kind = Broken
	bad := func(why string) *Node {
		c.Report(BadFile, n, s, "%s: %s", wording.Quote(n.Text), why)
		return &broken
	}
	if !isBelow(n.Text) {
		return bad(`a path is relative to the folder of this file, does not leave it and has ` +
			`slashes; write "areas/claims.yaml", for example`)
	}
	at := path.Join(path.Dir(n.src.path), n.Text)
	if first, isNamed := set.named[at]; isNamed {
		problem := c.Report(DuplicateFile, n, s,
			"file %s is part of this %s already; name each file once", wording.Quote(n.Text), set.name)
		if first != nil {
			problem.And(first, "first named here")
		}
		return &broken
	}
	set.named[at] = n
	if set.beside == nil {
		return bad("this text is not read from a file, so there is no folder to find it in; " +
			"give the " + set.name + " as a file")
	}
	src, err := set.beside(at)
	if system, ok := errors.AsType[*fs.PathError](err); ok {
		err = system.Err // without the path
	}
	if err != nil {
		return bad(err.Error())
	}
	part := newSource(len(c.sources), src)
	part.path, part.set = at, set
	root := c.parse(part, len(src.Text), Format{Name: what}, depth)
	switch {
	case root == nil:
		return &broken
	case root.Kind != Map:
		c.Report(WrongKind, root, s, "expected a map, found %s", root.Found())
		return &broken
	}
	return root
}

// isBelow reports whether a path leads to a file in the folder of the file that names it, or below. On
// Windows, a path with a backslash or a colon could lead elsewhere.
func isBelow(name string) bool {
	leavesFolder := strings.Contains("/"+name+"/", "/../")
	return !strings.ContainsAny(name, `\:`) && fs.ValidPath(path.Clean(name)) && !leavesFolder
}

// isFile reports whether a string looks like the path of a file.
func isFile(text string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(text))
}
