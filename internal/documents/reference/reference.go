// Package reference writes the reference of a catalog: the request and the response
// of every operation, in words and by examples, as Markdown pages or as one HTML
// page. The same catalog gives the same bytes.
package reference

import (
	"bytes"
	"io"
	"unicode"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/templates"
)

// HTML writes the reference as one self-contained page. It needs no network, and
// scripts only for the search. The import path of the configuration may be empty.
func HTML(w io.Writer, c *catalog.Catalog, cfg generator.Config) error {
	var b bytes.Buffer
	if err := templates.Page(&b, "reference.html.tmpl", newView(c, cfg)); err != nil {
		return err
	}
	_, err := w.Write(printable(b.Bytes()))
	return err
}

// printable returns a page without characters that control a terminal or reorder the
// rest of a line, because a page may be printed in a terminal.
func printable(page []byte) []byte {
	return bytes.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp), changesDirection(r):
			return unicode.ReplacementChar
		default:
			return r
		}
	}, page)
}

// Paths are the paths of all pages that [Markdown] can return, as patterns of
// [path.Match].
func Paths() []string { return []string{indexPage, pageOf("*"), typesPage} }

const indexPage, typesPage = "README.md", "types/README.md"

func pageOf(area string) string { return "areas/" + area + ".md" }

// Markdown returns the reference as pages: README.md, which lists the others, one
// page for each area, and one for the records and enums. The import path of the
// configuration may be empty.
func Markdown(c *catalog.Catalog, cfg generator.Config) ([]generator.File, error) {
	v := newView(c, cfg)
	var files []generator.File
	var err error
	page := func(path, template string, a area) {
		var b bytes.Buffer
		if e := templates.Markdown.ExecuteTemplate(&b, template, struct {
			*view
			Area area
		}{v, a}); e != nil {
			err = e
		}
		files = append(files,
			generator.File{Path: path, Content: printable(append(bytes.TrimSpace(b.Bytes()), '\n'))})
	}
	page(indexPage, "reference.md.tmpl", area{})
	for _, a := range v.Areas {
		page(pageOf(a.Package), "area.md.tmpl", a)
	}
	if len(v.Types()) > 0 {
		page(typesPage, "types.md.tmpl", area{})
	}
	return files, err
}

// changesDirection reports whether a character orders the characters after it from right to left, or
// ends such an order, so that a terminal shows another text than the page has.
func changesDirection(r rune) bool {
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}
