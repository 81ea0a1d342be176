// Package templates holds the texts of pages: the comment of a pull request and the
// pages of the reference. A template decides only how something looks; its caller
// decides what it shows.
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

// Start holds the templates of the files that gen init writes, by file name.
var Start = template.Must(template.ParseFS(files, "init/*.tmpl"))

// Markdown holds the templates of Markdown, by file name. They do not escape
// anything by themselves: every text goes through cell or code.
var Markdown = template.Must(template.New("").Funcs(template.FuncMap{
	"cell":   Cell,
	"text":   Text,
	"inHTML": InHTML,
	"code":   Code,
	"fence":  Fence,
	"table":  table,
}).ParseFS(files, "*.md.tmpl"))

// Cell returns text for running text or a table cell: on one line, with every
// character escaped that Markdown or HTML would interpret.
func Cell(text string) string { return marks.Replace(oneLine(text)) }

var marks = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "|", "\\|",
	"~", "\\~", "#", "\\#", "@", "@\u200b", "<", "&lt;", ">", "&gt;", "&", "&amp;", "://", ":\u200b//",
)

// Text returns text of several paragraphs. No paragraph begins a list or a heading.
func Text(text string) string {
	all := paragraphs(text)
	for i, p := range all {
		all[i] = blockStart.ReplaceAllString(strings.TrimSpace(Cell(p)), `$1\$2`)
	}
	return strings.Join(all, "\n\n")
}

var blockStart = regexp.MustCompile(`^(\d*)([-+=.)])`)

// paragraphs splits a text at empty lines.
func paragraphs(text string) []string {
	var all []string
	for p := range strings.SplitSeq(text, "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}

// InHTML returns text for the inside of a tag, where Markdown is not read.
func InHTML(text string) string { return html.EscapeString(oneLine(text)) }

// Code returns text as inline code, between as many backquotes as it needs.
func Code(text string) string {
	text = strings.ReplaceAll(oneLine(text), "|", "\\|")
	fence := fenceOf("`", text)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || text == "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// Fence returns text as a block of code in a language.
func Fence(language, text string) string {
	fence := fenceOf("```", text)
	return fence + language + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// fenceOf returns backquotes, at least these, that are not part of a text.
func fenceOf(fence, text string) string {
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// fieldTable is a table of fields. Required is its heading for required fields.
type fieldTable struct {
	Required string
	Fields   any
}

func table(required string, fields any) fieldTable { return fieldTable{required, fields} }

// oneLine replaces control characters with spaces.
func oneLine(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Bidi_Control) {
			return ' '
		}
		return c
	}, text)
}
