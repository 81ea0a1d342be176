package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/testing/random"
)

// hostile are the texts for the catalog of withText.
func hostile(t *testing.T) []string {
	texts := random.HostileTo(read(t, "../internal/documents/reference/testdata/texts.yaml"))
	require.Greater(t, len(texts), len(random.Hostile)*3/4)
	return texts
}

// withText writes a catalog with a text in every place to a file.
func withText(t *testing.T, text string) (file string) {
	file = filepath.Join(t.TempDir(), "texts.yaml")
	source := random.WithText(read(t, "../internal/documents/reference/testdata/texts.yaml"), text)
	require.NoError(t, os.WriteFile(file, source, 0o666))
	return file
}

var tags = regexp.MustCompile(`(?i)<[a-z!/][a-z0-9]*( href="\w*:)?`)

// The texts of a catalog do not change the elements of its Markdown pages, rendered
// as on GitHub, including HTML.
func TestTextsStayTextsInMarkdown(t *testing.T) {
	t.Parallel()
	github := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	elements := func(text string) []string {
		dir := t.TempDir()
		gen(t, "docs", "--spec", withText(t, text), "--format", "markdown", "--output", dir)
		var all []string
		for _, page := range []string{"README.md", "areas/orders.md", "types/README.md"} {
			var b bytes.Buffer
			require.NoError(t, github.Convert(read(t, filepath.Join(dir, page)), &b))
			all = append(all, tags.FindAllString(b.String(), -1)...)
		}
		return all
	}
	want := elements("plain")
	for _, text := range hostile(t) {
		require.Equal(t, want, elements(text), text)
	}
}

// The texts of a finding do not change the elements of a Markdown report.
func TestTextsStayTextsInReports(t *testing.T) {
	github := goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(html.WithUnsafe()))
	elements := func(text string) []string {
		at := report.Place{Position: catalog.Position{File: text, Line: 1, Col: 1}}
		f := report.Finding{
			Rule: "operation-removed", Level: report.Error, Path: text, Pos: at, Message: text, Uses: []string{text}, Go: []string{text}, Reason: text,
			Verdicts: &report.Verdicts{Requests: report.Breaks, Callers: report.Safe, Services: report.Safe},
			Example:  &report.Example{Kind: "request", Given: text, Outcome: text, Instead: text},
		}
		var page, b bytes.Buffer
		require.NoError(t, report.Markdown(&page, &report.Report{
			Command: "gen diff", Subject: text, Head: text, Findings: []report.Finding{f}, Accepted: []report.Finding{f},
			Notices: []string{text}, Remedies: []string{text},
		}))
		require.NoError(t, github.Convert(page.Bytes(), &b))
		return tags.FindAllString(b.String(), -1)
	}
	want := elements("plain")
	for _, text := range random.Hostile {
		if strings.ContainsFunc(text, unicode.IsGraphic) && strings.TrimSpace(text) != "" && !random.Paragraphs.MatchString(text) {
			require.Equal(t, want, elements(text), "%q", text)
		}
	}
}
