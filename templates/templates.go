// Package templates holds everything that is prose: the comment of a pull
// request and the pages of the reference. A template decides nothing but how
// something looks; what it shows is given to it.
package templates

import (
	"embed"
	"html"
	"regexp"
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
	"text":   Text,
	"inHTML": InHTML,
	"code":   Code,
	"fence":  Fence,
	"table":  table,
}).ParseFS(files, "*.md.tmpl"))

// Cell is a text in the running text or the table of a page: on one line, and
// with no mark that Markdown or HTML would take for its own.
func Cell(text string) string { return marks.Replace(oneLine(text)) }

var marks = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|",
	"~", "\\~", "#", "\\#", "@", "@\u200b", "<", "&lt;", ">", "&gt;", "&", "&amp;", "://", ":\u200b//",
)

// Text is a text of several paragraphs, none of which begins a list or a heading.
func Text(text string) string {
	all := paragraphs(text)
	for i, p := range all {
		all[i] = blockStart.ReplaceAllString(strings.TrimSpace(Cell(p)), `$1\$2`)
	}
	return strings.Join(all, "\n\n")
}

var blockStart = regexp.MustCompile(`^(\d*)([-+=.)])`)

// paragraphs are the parts of a text that empty lines divide.
func paragraphs(text string) []string {
	var all []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}

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

// fieldTable is a table of fields, and what it calls a required one.
type fieldTable struct {
	Required string
	Fields   any
}

func table(required string, fields any) fieldTable { return fieldTable{required, fields} }

// oneLine replaces control characters by spaces.
func oneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Bidi_Control) {
			return ' '
		}
		return c
	}, text)
}
