package templates

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"regexp"
	"strings"
)

//go:embed *.html.tmpl page.css theme.js page.js
var pageFiles embed.FS

// pages holds the templates of HTML, by file name. They escape everything that they
// show.
var pages = template.Must(template.New("reference.html.tmpl").Funcs(template.FuncMap{
	"paragraphs": paragraphs,
	"table":      table,
	"prose":      prose,
}).Parse(withoutIndent(pageFile("reference.html.tmpl"))))

// prose returns text in which backquotes mark code.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = template.HTMLEscapeString(part)
		if isCode := i%2 == 1; isCode {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}

// withoutIndent returns a template without the space that indents tags: on a page of
// 5,000 operations, it would be a fifth of the bytes and of the nodes.
func withoutIndent(text string) string {
	return indent.ReplaceAllString(closing.ReplaceAllString(text, "</"), "\n<")
}

var closing, indent = regexp.MustCompile(`\n\s*</`), regexp.MustCompile(`\n\s*<`)

// Page writes a self-contained page. Its content security policy allows only its
// own style and scripts, whatever the page shows.
func Page(w io.Writer, name string, view any) error {
	style, theme, script := Style(), pageFile("theme.js"), pageFile("page.js")
	return pages.ExecuteTemplate(w, name, struct {
		View   any
		Style  template.CSS
		Theme  template.JS // before the body, so that nothing is painted twice
		Script template.JS
		Policy string
	}{
		view, template.CSS(style), template.JS(theme), template.JS(script),
		"default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + source(style) +
			"; script-src " + source(theme) + " " + source(script),
	})
}

// Style returns the style of pages, for others that look like them.
func Style() string { return pageFile("page.css") }

func pageFile(name string) string {
	text, err := pageFiles.ReadFile(name)
	if err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	return string(text)
}

// source returns the hash of a text for the policy.
func source(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
