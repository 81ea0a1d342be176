// Package templates holds everything that is prose: the comment of a pull
// request and the pages of the reference. A template decides nothing but how
// something looks; what it shows is given to it.
package templates

import (
	"embed"
	"html"
	"strings"
	"text/template"
	"unicode"
)

//go:embed *.tmpl init/*.tmpl
var files embed.FS

// Start holds the templates of the files that a repository starts with, by the
// names of their files.
var Start = template.Must(template.ParseFS(files, "init/*.tmpl"))

// Markdown holds the templates of Markdown, by the names of their files. They
// escape nothing on their own: a text goes through cell or code.
var Markdown = template.Must(template.New("").Funcs(template.FuncMap{
	"cell":   Cell,
	"inHTML": InHTML,
	"code":   Code,
	"fence":  Fence,
}).ParseFS(files, "*.md.tmpl"))

// Cell is a text in the running text or the table of a page: on one line, and
// with no mark that Markdown or HTML would take for its own.
func Cell(text string) string { return marks.Replace(oneLine(text)) }

var marks = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|",
	"~", "\\~", "#", "\\#", "@", "@\u200b", "<", "&lt;", ">", "&gt;", "&", "&amp;", "://", ":\u200b//",
)

// InHTML is a text within a tag, where Markdown is not read.
func InHTML(text string) string { return html.EscapeString(oneLine(text)) }

// Code is a text as code in a line or a table, between as many backquotes as it
// needs.
func Code(text string) string {
	text = strings.ReplaceAll(oneLine(text), "|", "\\|")
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || text == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// Fence is a text as a block of code in a language.
func Fence(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// oneLine replaces control characters by spaces.
func oneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Bidi_Control) {
			return ' '
		}
		return c
	}, text)
}
