package origin

import (
	"cmp"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// This file reads which version of OpenAPI a document has. The versions differ in where components are,
// and in what null means; all else is read alike.

var versions = map[string]Version{"2.": Swagger, "2.0": Swagger, "3.0": OpenAPI30, "3.1": OpenAPI31, "3.2": OpenAPI31}

// Open reads a document. It returns nil if the text cannot be read, and otherwise reports to the
// checker what is no document of a known version.
func Open(source yamldoc.Source, checker *yamldoc.Checker, l *Ledger) *Document {
	file := openFile(source, checker)
	if file == nil {
		return nil
	}
	d := &Document{
		File:    file,
		Checker: checker,
		Same:    map[*yamldoc.Node]Place{},
		source:  source,
		files:   map[string]*File{},
		targets: map[*yamldoc.Node]target{},
	}
	d.recognize(l)
	return d
}

// Read returns the value of a document that is not looked up in, absent if it cannot be read.
func Read(source yamldoc.Source, checker *yamldoc.Checker) Place {
	if file := openFile(source, checker); file != nil {
		return file.whole()
	}
	return Place{}
}

func openFile(source yamldoc.Source, checker *yamldoc.Checker) *File {
	root := checker.Parse(source, format)
	if root == nil {
		return nil
	}
	return &File{Name: source.Name, Root: root, indexes: indexes{}}
}

// recognize reads the version of the document.
func (d *Document) recognize(l *Ledger) {
	root := d.Whole()
	none := yamldoc.Scope{}
	if root.Node.Kind != yamldoc.Map {
		d.Checker.Report(yamldoc.WrongKind, root.Node, none, "expected an OpenAPI document, found %s",
			root.Node.Found())
		return
	}
	v := cmp.Or(root.Get("openapi"), root.Get("swagger"))
	major, rest, _ := strings.Cut(v.TextOf(), ".")
	minor, _, _ := strings.Cut(rest, ".")
	d.Version = versions[major+"."+minor]
	switch {
	case !v.OK():
		d.Checker.Report(yamldoc.MissingKey, root.Node, none,
			`not an OpenAPI document: the version is missing, in "openapi" or "swagger"`)
	case d.Version == 0 || (d.Version == Swagger) != (v.Last() == "swagger"):
		d.Checker.Report(yamldoc.WrongVersion, v.Node, none,
			"unknown version %q of OpenAPI; use 3.0, 3.1, 3.2 or Swagger 2.0", v.Node.Text)
	case minor == "2":
		l.Lose(v, "", "version 3.2 is read like 3.1, without its additions",
			"nothing, if the document does not use them")
	}
}
