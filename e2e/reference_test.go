package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// at is an expression: whether a section is at the top of the visible part.
func at(id string) string {
	return `(() => {
		const top = document.getElementById("` + id + `").getBoundingClientRect().top;
		return top > 0 && top < 200;
	})()`
}

const current = `(document.querySelector(".side [aria-current]")?.textContent ?? "")`

func TestReferenceInABrowser(t *testing.T) {
	b := newTab(t)
	url := write(t, gen(t, "docs"))
	search := `document.querySelector(".search input")`
	results := `[...document.querySelectorAll(".results:not([hidden]) [role=option] .title")].map((e) => e.textContent)`
	named := func(key string) { b.key(input.DispatchKeyEventParams{Key: key}) }

	b.run("a deep link opens an operation", func(t *testing.T) {
		b.open(url + "#claims.get_claim")
		b.becomes(at("claims.get_claim"))
		b.becomes(current + ` === "get_claim"`)
		require.True(t,
			eval[bool](b, `document.querySelector(".side [aria-current]").closest("details").open`))
	})

	b.run("the keyboard finds and opens an operation", func(t *testing.T) {
		b.open(url)
		b.write("/")
		require.True(t, eval[bool](b, search+` === document.activeElement`))
		b.write("get claim")
		require.Equal(t, "get claim", eval[string](b, search+".value"))
		require.Equal(t, "claims.get_claim", eval[[]string](b, results)[0])
		named("ArrowDown")
		second := eval[[]string](b, results)[1]
		require.Equal(t, second,
			eval[string](b, `document.querySelector("[aria-selected=true] .title").textContent`))
		named("ArrowUp")
		named("Enter")
		b.becomes(at("claims.get_claim"))
		require.Equal(t, "#claims.get_claim", eval[string](b, "location.hash"))
		require.Empty(t, eval[[]string](b, results))
	})

	b.run("searching leaves the page where it is", func(t *testing.T) {
		b.open(url + "#claims.get_claim")
		b.becomes(at("claims.get_claim"))
		// Content near the target is laid out over some frames, and the page follows.
		eval[bool](b, `(() => {
			const frame = (last) => {
				const now = document.scrollingElement.scrollHeight + " " + scrollY;
				window.still = now === last ? (window.still ?? 0) + 1 : 0;
				requestAnimationFrame(() => frame(now));
			};
			frame();
			return true;
		})()`)
		b.becomes(`window.still > 15`)
		before := eval[float64](b, "scrollY")
		b.write("/get")
		for range 30 {
			named("ArrowDown")
		}
		require.InDelta(t, before, eval[float64](b, "scrollY"), 1, "but for rounding")
		require.True(t, eval[bool](b, `(() => {
			const item = document.querySelector("[aria-selected=true]").getBoundingClientRect();
			const list = document.querySelector("[role=listbox]").getBoundingClientRect();
			// Browsers scroll by whole pixels, whatever the height of a line.
			return item.top > list.top - 1 && item.bottom < list.bottom + 1;
		})()`))
	})

	b.run("a field, a record and nothing are found", func(t *testing.T) {
		b.open(url)
		b.write("/dob")
		require.Equal(t, "contacts.find_contact_by_params", eval[[]string](b, results)[0])
		named("Escape")
		require.Empty(t, eval[string](b, search+".value"))
		b.write("addressentry")
		require.Equal(t, "AddressEntry", eval[[]string](b, results)[0])
		named("Escape")
		b.write("pament") // one letter is missing
		require.Contains(t, eval[[]string](b, results)[0], "payment")
		named("Escape")
		b.write("<b>zzz")
		require.Empty(t, eval[[]string](b, results))
		require.Equal(t, "Nothing matches “<b>zzz”.",
			eval[string](b, `document.querySelector(".none:not([hidden])").textContent`))
		named("Escape")
		named("Escape")
		require.False(t, eval[bool](b, search+` === document.activeElement`))
	})

	b.run("examples call the base URL that is given", func(t *testing.T) {
		b.open(url)
		b.click(".base input")
		b.write("https://a.example/it's/")
		require.Contains(t,
			eval[string](b, `document.querySelector(".code[data-lang=curl] code").textContent`),
			`curl 'https://a.example/it'\''s'/api/v2/`)
		b.open(url)
		require.Equal(t, "https://a.example/it's/", eval[string](b, `document.querySelector(".base input").value`), "it is kept")
		b.do(chromedp.Evaluate[chromedp.Void](`localStorage.clear()`))
		b.open(url)
		require.Contains(t, eval[string](b, `document.querySelector(".code[data-lang=curl] code").textContent`), `curl "$BASE_URL"/api/v2/`)
	})

	b.run("keys, strings and numbers of examples have colors", func(t *testing.T) {
		colored := func(part string) []string {
			return eval[[]string](b, `[...document.getElementById("contacts.list_all_contacts").querySelectorAll(".code .code-`+part+`")].map((e) => e.textContent)`)
		}
		require.Contains(t, colored("key"), `"page"`)
		require.NotEmpty(t, colored("number"))
		require.NotEmpty(t, colored("string"))
	})

	b.run("examples, paths and links are copied", func(t *testing.T) {
		b.open(url + "#claims.get_claim")
		operation := `document.getElementById("claims.get_claim")`
		pasted := func(button string) string {
			// It shows that only for a moment, which may have passed.
			b.do(chromedp.Evaluate[chromedp.Void](`(() => {
				const button = ` + operation + `.querySelector('` + button + `');
				window.copied = false;
				new MutationObserver(() => { window.copied ||= button.textContent === "Copied"; }).observe(button, {childList: true});
			})()`))
			b.click(`[id="claims.get_claim"] ` + button)
			b.becomes(`window.copied`)
			b.do(chromedp.Evaluate[chromedp.Void](search + `.value = ""; ` + search + `.focus()`))
			b.paste()
			return eval[string](b, search+".value")
		}
		curl := eval[string](b, operation+`.querySelector('.code[data-lang=curl] code').textContent`)
		require.Contains(t, curl, `"claim_id": "some claim_id"`)
		require.Equal(t, strings.ReplaceAll(curl, "\n", " "),
			pasted(".code[data-lang=curl] .copy")) // the search box has one line
		require.Equal(t, "/api/v2/claims/get_claim", pasted(".path .copy"))
		require.Equal(t, url+"#claims.get_claim", pasted("h3 .anchor"))
		// If the page has no access to the clipboard, it uses execCommand.
		b.open(url + "#claims.get_claim")
		b.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))`))
		require.Equal(t, "/api/v2/claims/get_claim", pasted(".path .copy"))
	})

	b.run("the language of examples is remembered", func(t *testing.T) {
		shown := `getComputedStyle(document.querySelector("[id='claims.get_claim'] .code[data-lang=go]")).display !== "none"`
		b.open(url + "#claims.get_claim")
		b.becomes(at("claims.get_claim"))
		require.False(t, eval[bool](b, shown))
		b.click(`[id="claims.get_claim"] .tab[data-lang=go]`)
		require.True(t, eval[bool](b, shown))
		require.True(t, eval[bool](b, at("claims.get_claim")))
		b.open(url)
		require.True(t, eval[bool](b, shown))
		b.do(chromedp.Evaluate[chromedp.Void]("localStorage.clear()"))
	})

	b.run("the theme is that of the system until it is chosen", func(t *testing.T) {
		background := `getComputedStyle(document.body).backgroundColor`
		b.prefer("light")
		b.open(url)
		light := eval[string](b, background)
		b.prefer("dark")
		dark := eval[string](b, background)
		require.NotEqual(t, light, dark)
		b.click(".theme")
		require.Equal(t, light, eval[string](b, background))
		b.open(url)
		require.Equal(t, light, eval[string](b, background))
		b.do(chromedp.Evaluate[chromedp.Void]("localStorage.clear()"))
	})

	b.run("a phone shows it without scrolling sideways", func(t *testing.T) {
		b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		b.open(url + "#contacts.create_contact")
		b.becomes(at("contacts.create_contact"))
		require.LessOrEqual(t, eval[int](b, "document.documentElement.scrollWidth"), 390)
		require.False(t, eval[bool](b, `document.querySelector(".side").checkVisibility()`))
		b.click(".menu")
		require.True(t, eval[bool](b, `document.querySelector(".side").checkVisibility()`))
		b.click(`.side [href="#contacts.modify_contact"]`)
		b.becomes(at("contacts.modify_contact"))
		require.False(t, eval[bool](b, `document.querySelector(".side").checkVisibility()`))
		b.do(chromedp.EmulateReset())
	})

	b.run("nothing is asked of a network", func(t *testing.T) {
		b.mu.Lock()
		defer b.mu.Unlock()
		require.NotEmpty(t, b.requests)
		for _, request := range b.requests {
			require.True(t,
				request == url || strings.HasPrefix(request, url+"#") || request == "about:blank",
				request)
		}
	})
}

// Without scripts, the page shows everything, and no button without an effect.
func TestReferenceWithoutScripts(t *testing.T) {
	b := newTab(t)
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	b.open(write(t, gen(t, "docs")) + "#claims.get_claim")
	b.becomes(at("claims.get_claim"))
	visible := `.map((s) => document.querySelector(s).checkVisibility())`
	require.Equal(t, []bool{true, true, true, true}, eval[[]bool](b,
		`[".side", ".code[data-lang=curl]", ".code[data-lang=go]", ".label"]`+visible))
	require.Equal(t, []bool{false, false, false, false, false}, eval[[]bool](b,
		`[".search", ".theme", ".menu", ".copy", ".tab"]`+visible))
}

// No text of a catalog runs, loads anything or leaves its element, even in search results.
func TestTextsStayTextsInABrowser(t *testing.T) {
	t.Parallel()
	b := newTab(t)
	tree := func(text string) []string {
		b.open(write(t, gen(t, "docs", "--spec", withText(t, text))))
		b.write("/" + "order")
		b.becomes(`document.querySelectorAll("[role=option]").length > 0`)
		require.False(t, eval[bool](b, `"hacked" in window`), text)
		require.Equal(t, []string{}, eval[[]string](b, `[...document.querySelectorAll("a")].map((a) => a.getAttribute("href")).filter((h) => !h.startsWith("#"))`), text)
		require.Subset(t, []string{"LI", "SPAN", "MARK"}, eval[[]string](b, `[...document.querySelectorAll("[role=listbox] *")].map((e) => e.tagName)`), text)
		return eval[[]string](b, `[...document.querySelectorAll("body *:not([role=listbox] *)")].map((e) => e.tagName + "." + e.className + " " + e.getAttributeNames().filter((n) => n != "open"))`)
	}
	want := tree("plain")
	for _, text := range hostile(t) {
		require.Equal(t, want, tree(text), text)
	}
}

// A script that gets into a page nevertheless does not run.
func TestPolicyOfThePage(t *testing.T) {
	b := newTab(t)
	page := string(gen(t, "docs"))
	for _, injected := range []string{
		`<script>hacked=1</script>`, `<img src=x onerror=hacked=1>`, `<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
	} {
		b.open(write(t, []byte(strings.Replace(page, "<main", injected+"<main", 1))))
		require.False(t, eval[bool](b, `"hacked" in window`), injected)
	}
}
