package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// The search finds an operation by its Go name, its path, or a line of a log.
func TestSearchOfTheReference(t *testing.T) {
	b := newTab(t)
	b.open(write(t, gen(t, "docs")))
	for query, first := range map[string]string{
		"GetClaim":                 "claims.get_claim",
		"claims.GetClaim":          "claims.get_claim",
		"GetClaimRequest":          "claims.get_claim",
		"/api/v2/claims/get_claim": "claims.get_claim",
		"POST https://host/api/v2/claims/get_claim": "claims.get_claim",
		"ClaimID":        "claims.get_claim",
		"non-blank":      "Rules of violations",
		"413":            "Statuses of failuresstatus 413",
		"401":            "Statuses of failuresstatus 401",
		"authentication": "Who may call",
	} {
		found := eval[[]string](b, `(() => {
			const input = document.querySelector(".search input");
			input.value = `+quoted(query)+`;
			input.dispatchEvent(new Event("input"));
			return [...document.querySelectorAll("[role=option]")].map((e) => e.textContent);
		})()`)
		require.NotEmpty(t, found, query)
		require.True(t, strings.HasPrefix(found[0], first), "%s: %s", query, found[0])
	}
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// nested has records in records.
const nested = `
catalog: 1
info: {title: Nested, version: v1, package: nested}
path: /{operation}
enums: {Color: {values: {red: , blue: }}}
records:
  Outer: {fields: {middle: {type: [Middle], required: true}}}
  Middle: {fields: {inner: Inner, other: Inner}}
  Inner: {open: true, fields: {text: {type: string, required: true}, color: Color}}
areas: {a: {operations: {get: {fields: {outer: Outer}, response: {fields: {outer: Outer}}}}}}
`

// A record unfolds beside the field that has its type, and nested records unfold as far as
// the reader opens them. In a response, required fields are always present.
func TestRecordsUnfold(t *testing.T) {
	b := newTab(t)
	spec := filepath.Join(t.TempDir(), "nested.yaml")
	require.NoError(t, os.WriteFile(spec, []byte(nested), 0o666))
	b.open(write(t, gen(t, "docs", "--spec", spec)))
	for _, shape := range []string{".op .fields", ".op .response"} {
		names := `[...document.querySelectorAll("` + shape + ` .unfold .name")].map((e) => e.textContent).join(" ")`
		unfold := func(path, want string) {
			b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("` + shape + path + ` > summary").click()`))
			b.becomes(names + ` === "` + want + `"`)
		}
		unfold(" .unfold", "middle")
		unfold(" .unfold .unfold", "middle inner other")
		unfold(" .unfold .unfold li:last-child .unfold", "middle inner other text color")
		unfold(" .unfold .unfold .unfold .unfold", "middle inner other text color red blue")
		require.Contains(t,
			eval[string](b, `document.querySelector("`+shape+` .unfold .unfold").textContent`),
			"Unknown fields are kept")
		word := "required"
		if shape == ".op .response" {
			word = "always there"
		}
		require.Equal(t, []string{word, word}, eval[[]string](b, `[...document.querySelectorAll("`+shape+` .unfold :is(.required, .always)")].map((e) => e.textContent)`))
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".op .fields").remove()`))
	}
}

// Only content near the window is laid out, but everything is printed.
func TestReferenceIsLaidOutWhereItIsSeen(t *testing.T) {
	b := newTab(t)
	b.open(write(t, gen(t, "docs")))
	last := eval[string](b, `[...document.querySelectorAll(".op")].at(-1).id`)
	seen := func(id string) string {
		return `document.getElementById("` + id + `").querySelector("h3").checkVisibility({contentVisibilityAuto: true})`
	}
	b.becomes("!" + seen(last))
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#` + last + `"`))
	b.becomes(at(last))
	b.becomes(seen(last))
	b.becomes("!" + seen("contacts.new_contact"))
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	b.becomes(seen("contacts.new_contact"))
	for _, lang := range []string{"curl", "go"} {
		require.True(t, eval[bool](b, `document.querySelector(".op .code[data-lang=`+lang+`]").checkVisibility()`), lang)
	}
}

// A link to the end of the page leads there on screens of every width, although its
// surroundings are laid out only then.
func TestLinksToTheEndOpenThere(t *testing.T) {
	b := newTab(t)
	url := write(t, gen(t, "docs"))
	for _, width := range []int64{1440, 900, 390} {
		b.do(chromedp.EmulateViewport(width, 900))
		for _, id := range []string{"~failures", "~types"} {
			b.open(url + "#" + id)
			b.becomes(at(id))
		}
	}
}

// axe finds no violations in the page: light and dark, on a screen and a phone, while it is
// read, searched and unfolded.
func TestPageIsAccessible(t *testing.T) {
	t.Parallel()
	b := newTab(t)
	archive, err := txtar.ParseFile("../internal/documents/reference/testdata/pages.txtar") // shows every part of a page
	require.NoError(t, err)
	spec := filepath.Join(t.TempDir(), "operations.yaml")
	require.NoError(t, os.WriteFile(spec, archive.Files[0].Data, 0o666))
	url := write(t, gen(t, "docs", "--spec", spec))
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			b.prefer(scheme)
			b.do(chromedp.EmulateViewport(width, 900))
			b.open(url)
			check := func(state string) { b.accessible(fmt.Sprintf("%s, %d wide, %s", scheme, width, state)) }
			b.loadAxe()
			b.do(chromedp.Evaluate[chromedp.Void](`for (const s of document.querySelectorAll(".unfold summary")) s.click()`))
			check("unfolded")
			b.write("/order")
			b.becomes(`document.querySelectorAll("[role=option]").length > 0`)
			check("searching")
			if width < 500 {
				b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".menu").click()`))
				check("contents")
			}
		}
	}
}
