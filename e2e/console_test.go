package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// call calls an operation and returns the status.
func (s sandboxed) call(t *testing.T, operation, body string) int {
	res, err := http.Post(s.address+"/api/v2/"+operation, "application/json", strings.NewReader(body))
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	t.Logf("%s: %d %s", operation, res.StatusCode, text)
	return res.StatusCode
}

func (s sandboxed) console(view string) string { return s.address + "/_sandbox/#" + view }

// openConsole opens the console at the printed address.
func (b *tab) openConsole(s sandboxed) {
	b.open(s.console(s.token))
	b.becomes(`document.querySelector(".live").textContent === "live"`)
}

func (b *tab) view(name string) {
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#` + name + `"`))
	b.becomes(`document.querySelector("#` + name + `").classList.contains("shown")`)
}

const (
	newContact = `{"name":"Ada Canary","addresses":[{"type":"home"}]}`
	rows       = `[...document.querySelectorAll("#requests .list > li:not([hidden])")]`
)

func TestConsoleInABrowser(t *testing.T) {
	s := startSandbox(t)
	b := newTabReaching(t, "127.0.0.1")
	b.openConsole(s)

	b.run("a token that somebody chose is taken from the address", func(t *testing.T) {
		b.open(s.address + "/_sandbox/?chosen#a%20b-c")
		b.becomes(`sessionStorage.getItem("token") === "a b-c" && location.hash === ""`)
		b.openConsole(s)
	})

	b.run("the token leaves the address", func(t *testing.T) {
		require.Equal(t, s.address+"/_sandbox/", eval[string](b, "location.href"))
		require.Empty(t, eval[string](b, "document.cookie"))
	})

	b.run("requests are shown as they come, without sensitive values", func(t *testing.T) {
		require.Equal(t, http.StatusOK, s.call(t, "contacts/new_contact", newContact))
		require.Equal(t, http.StatusUnprocessableEntity,
			s.call(t, "contacts/new_contact", `{"name":" ","addresses":[]}`))
		require.Equal(t, http.StatusNotFound, s.call(t, "contacts/nothing", `{}`))
		b.becomes(rows + `.length === 3`)
		texts := eval[[]string](b, rows+`.map((row) => row.textContent)`)
		require.Contains(t, texts[0], "404 no operation")
		require.Contains(t, texts[1], "422 contacts.new_contact")
		require.Contains(t, texts[1], "2 violations")
		require.Contains(t, texts[1], "/name must not be blank")
		require.Contains(t, texts[2], "200 contacts.new_contact")
		require.Contains(t, texts[2], "stateful")
		require.NotContains(t, eval[string](b, "document.body.textContent"), "Canary")
		b.click("#requests .failures")
		b.becomes(rows + `.length === 2`)
		b.click("#requests .failures")
		// Not 422, which the id of a request may contain.
		b.write("/not be blank")
		b.becomes(rows + `.length === 1`)
	})

	b.run("a request leads to its operation", func(t *testing.T) {
		b.do(chromedp.Evaluate[chromedp.Void](rows + `[0].querySelector("a").click()`))
		b.becomes(`document.getElementById("op-contacts.new_contact").open`)
		b.becomes(`((top) => 90 < top && top < 200)(document.querySelector("#operations details[open]").getBoundingClientRect().top)`)
		b.view("requests")
	})

	b.run("what is stored is found, and sensitive values are hidden until they are asked for", func(t *testing.T) {
		b.view("stored")
		b.becomes(`document.querySelector("#stored .kind option[value='contact']") !== null`)
		items := `[...document.querySelectorAll("#stored .list > li")].map((item) => item.textContent).join("\n")`
		b.do(chromedp.Evaluate[chromedp.Void](`(() => {
			const kinds = document.querySelector("#stored .kind");
			kinds.value = "contact";
			kinds.dispatchEvent(new Event("change"));
		})()`))
		b.becomes(items + `.includes("[redacted]")`)
		require.NotContains(t, eval[string](b, items), "Canary")
		telling := `document.querySelector("#stored .list .telling").textContent`
		require.Equal(t, "agency_group_number AG-1, type organization", eval[string](b, telling), "what is not hidden")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#stored .text").focus()`))
		b.write("ada can")
		b.becomes(`document.querySelectorAll("#stored .list > li").length === 1`)
		b.click("#stored .values")
		b.becomes(items + `.includes("Ada Canary")`)
		require.Contains(t, eval[string](b, telling), "name Ada Canary")
		b.write("x")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#stored .text").focus()`))
		b.write("zzz")
		b.becomes(`document.querySelector("#stored .nothing").textContent === "No document matches." && !document.querySelector("#stored .nothing").hidden`)
	})

	b.run("faults and latency are switches", func(t *testing.T) {
		b.view("steer")
		b.becomes(`document.querySelector("[name=latency][value='0s']").checked`)
		b.click("[role=switch]")
		b.becomes(`document.querySelector("[role=switch]").getAttribute("aria-checked") === "true"`)
		require.Equal(t, http.StatusServiceUnavailable, s.call(t, "contacts/new_contact", newContact))
		b.click("[role=switch]")
		b.becomes(`document.querySelector("[role=switch]").getAttribute("aria-checked") === "false"`)
		require.Equal(t, http.StatusOK, s.call(t, "contacts/new_contact", newContact))
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".fault [name=operation]").value = "contacts.new_contact"; document.querySelector(".fault [name=what]").value = "500"`))
		b.click(".fault .act")
		b.becomes(`document.querySelector(".faults").textContent.includes("contacts.new_contact, responds 500, once")`)
		require.Equal(t, http.StatusInternalServerError, s.call(t, "contacts/new_contact", newContact))
		require.Equal(t, http.StatusOK, s.call(t, "contacts/new_contact", newContact))
		b.click("[name=latency][value='200ms']")
		b.becomes(`document.querySelector(".status").textContent === "The latency is set."`)
		b.click("[name=latency][value='0s']")
	})

	b.run("a snapshot brings back what a reset takes", func(t *testing.T) {
		count := func() int {
			var page struct{ Total int }
			r, err := http.NewRequest(http.MethodGet,
				s.address+"/_sandbox/documents?kind=contact&q=Ada", nil)
			require.NoError(t, err)
			r.Header.Set("Authorization", "Bearer "+s.token)
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			defer res.Body.Close()
			require.NoError(t, json.NewDecoder(res.Body).Decode(&page))
			return page.Total
		}
		before := count()
		require.Positive(t, before)
		b.view("steer")
		b.click("form.snapshot .act")
		b.becomes(`document.querySelector(".snapshots").textContent.includes("snapshot")`)
		b.click(".reset")
		// The question disappears after some seconds, too soon for a slow machine's click.
		b.do(chromedp.Evaluate[chromedp.Void](`(() => {
			const reset = document.querySelector(".reset");
			if (!reset.dataset.sure) reset.click();
			reset.click();
		})()`))
		b.becomes(`document.querySelector(".status").textContent === "The world is reset."`)
		require.Zero(t, count())
		b.click(".snapshots .act")
		b.becomes(`document.querySelector(".status").textContent === "The world is restored."`)
		require.Equal(t, before, count())
	})

	b.run("an operation is found by the keyboard, and its example works", func(t *testing.T) {
		b.view("operations")
		b.write("/new_contact")
		visible := `[...document.querySelectorAll("#operations .list > li:not([hidden]) summary code")].map((e) => e.textContent)`
		b.becomes(visible + `.length > 0 && ` + visible + `.every((name) => name.includes("contact"))`)
		require.Contains(t, eval[[]string](b, visible), "contacts.new_contact")
		example := eval[string](b, `document.getElementById("op-contacts.new_contact").querySelector(".code code").textContent`)
		out, err := exec.Command("sh", "-c", example+" -s -o /dev/null -w '%{http_code}'").CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Equal(t, "200", string(out))
	})

	b.run("a wrong token is asked for again", func(t *testing.T) {
		b.do(chromedp.Evaluate[chromedp.Void](`sessionStorage.setItem("token", "wrong"); location.reload()`))
		b.becomes(`document.querySelector("form.token") && !document.querySelector("form.token").hidden`)
		b.write(s.token)
		b.click("form.token .act")
		b.becomes(`document.querySelector(".live").textContent === "live"`)
	})

	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.requests {
		require.True(t, strings.HasPrefix(url, s.address+"/_sandbox/") || strings.HasPrefix(url, "about:") || strings.HasPrefix(url, "data:"), "%s", url)
		require.NotContains(t, strings.TrimSuffix(url, "#"+s.token), s.token,
			"no request has the token in its address")
	}
}

// Without its script, the page shows the operations.
func TestConsoleWithoutScript(t *testing.T) {
	s := startSandbox(t)
	b := newTabReaching(t, "127.0.0.1")
	_, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	b.do(chromedp.Navigate(s.console("operations")))
	require.Equal(t, "Operations", eval[string](b, `[...document.querySelectorAll("h1")].filter((e) => e.checkVisibility()).map((e) => e.textContent).join(", ")`))
	require.True(t, eval[bool](b, `document.getElementById("op-contacts.new_contact").querySelector("summary").checkVisibility()`))
}

// axe finds no violations in the console, which fits a phone, light and dark.
func TestConsoleIsAccessible(t *testing.T) {
	t.Parallel()
	s := startSandbox(t)
	b := newTabReaching(t, "127.0.0.1")
	for _, width := range []int64{1440, 360} {
		for _, scheme := range []string{"light", "dark"} {
			b.prefer(scheme)
			b.do(chromedp.EmulateViewport(width, 900))
			b.openConsole(s)
			s.call(t, "contacts/new_contact", `{"name":" "}`)
			s.call(t, "contacts/new_contact", newContact)
			b.becomes(rows + `.length >= 2`)
			b.do(chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("details")) d.open = true`))
			b.loadAxe()
			for _, view := range []string{"requests", "stored", "operations", "steer"} {
				b.view(view)
				if view == "stored" {
					b.becomes(`document.querySelectorAll("#stored .list > li").length > 0`)
				}
				at := fmt.Sprintf("%s, %d wide, %s", view, width, scheme)
				b.accessible(at)
				require.LessOrEqual(t, eval[int64](b, "document.documentElement.scrollWidth"), width, at)
				require.Empty(t, eval[string](b, `[...document.querySelectorAll(".brand, .views")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent).join()`), at)
			}
		}
	}
}

// A form sends what is written in it, shows violations at their fields, and copies the call.
func TestConsoleCallsOperations(t *testing.T) {
	s := startSandbox(t)
	b := newTabReaching(t, "127.0.0.1")
	b.openConsole(s)
	const form = `[...document.querySelectorAll("form.call")].find((f) => f.dataset.operation === "contacts.new_contact")`
	fill := func(name, value string) string {
		return `(() => { const i = ` + form + `.querySelector("[name='` + name + `']"); i.value = ` + strconv.Quote(value) + `; i.dispatchEvent(new Event("input", {bubbles: true})); })()`
	}
	press := func(selector string) {
		b.t.Helper()
		b.do(chromedp.Evaluate[chromedp.Void](form + `.querySelector("` + selector + `").click()`))
	}
	outcome := form + `.querySelector(".outcome").textContent`
	b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#op-contacts.new_contact"`))
	b.becomes(form + `.checkVisibility()`)

	b.run("the example is accepted", func(t *testing.T) {
		press(".act:not([type=button])")
		b.becomes(outcome + `.startsWith("200 after ")`)
		require.Contains(t, eval[string](b, outcome), "contact_id")
	})

	b.run("violations are shown at their fields", func(t *testing.T) {
		press(".clear")
		b.do(chromedp.Evaluate[chromedp.Void](fill("name", "  ")), chromedp.Evaluate[chromedp.Void](fill("type", "person")))
		press(".act:not([type=button])")
		b.becomes(outcome + `.startsWith("422 after ")`)
		require.Equal(t, []string{"addresses: is required", `name: must not be blank`, `type: must be one of "individual", "organization"`},
			eval[[]string](b, `[...`+form+`.querySelectorAll(".wrong:not([hidden])")].map((p) => p.parentElement.querySelector("[name]").name + ": " + p.textContent).sort()`))
		require.Equal(t, 3, eval[int](b, form+`.querySelectorAll("[aria-invalid=true]").length`))
		require.Equal(t, "name", eval[string](b, `document.activeElement.name`), "the first of them has the focus")
	})

	b.run("text that is no JSON is not sent", func(t *testing.T) {
		b.do(chromedp.Evaluate[chromedp.Void](fill("addresses", "[{")))
		press(".act:not([type=button])")
		b.becomes(`document.activeElement.name === "addresses" && document.querySelector(".alert")?.textContent.startsWith("addresses must be JSON")`)
		require.Empty(t, eval[string](b, outcome))
	})

	b.run("numbers are sent as they are written", func(t *testing.T) {
		b.do(chromedp.Evaluate[chromedp.Void](fill("name", "Ada Canary")), chromedp.Evaluate[chromedp.Void](fill("type", "")),
			chromedp.Evaluate[chromedp.Void](fill("addresses", `[{"type":"Mailing","further":9007199254740993}]`)))
		press(".act:not([type=button])")
		b.becomes(outcome + `.startsWith("200 after ")`)
		b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#stored"`))
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#stored .values").click()`))
		b.becomes(`document.querySelector("#stored .list").textContent.includes("Ada Canary")`)
	})

	b.run("a logged request fills the form again", func(t *testing.T) {
		b.view("requests")
		b.do(chromedp.Evaluate[chromedp.Void](rows + `[0].querySelector("details").open = true, [...` + rows + `[0].querySelectorAll("button")].find((x) => x.textContent === "Send it again").click()`))
		b.becomes(form + `.checkVisibility() && location.hash === "#op-contacts.new_contact"`)
		require.Contains(t, eval[string](b, form+`.textContent`), "was hidden; enter it again")
	})

	b.run("a call is copied", func(t *testing.T) {
		b.do(chromedp.Evaluate[chromedp.Void](`navigator.clipboard.writeText = async (text) => { window.copied = text; }, undefined`))
		b.do(chromedp.Evaluate[chromedp.Void](fill("name", "Ada")), chromedp.Evaluate[chromedp.Void](fill("addresses", `[{"type":"Mailing"}]`)))
		for as, want := range map[string]string{
			"curl": "curl " + s.address + "/api/v2/contacts/new_contact ",
			"go":   "client.Contacts.NewContact(ctx, &contacts.NewContactRequest{",
			"gen":  "gen call contacts.new_contact --url " + s.address + " --data '{",
		} {
			press("[data-form=" + as + "]")
			b.becomes(`(window.copied ?? "").includes(` + strconv.Quote(want) + `)`)
		}
	})

	b.run("the reference calls the sandbox that serves it", func(t *testing.T) {
		b.open(s.address + "/_sandbox/reference")
		require.Equal(t, s.address, eval[string](b, `document.querySelector(".base input").value`))
		b.do(chromedp.Evaluate[chromedp.Void](`[...document.getElementById("contacts.new_contact").querySelectorAll("a")].find((a) => a.textContent === "Call it in the console").click()`))
		b.becomes(`location.hash === "#op-contacts.new_contact" && document.getElementById("op-contacts.new_contact")?.open`)
		b.openConsole(s)
		b.do(chromedp.Evaluate[chromedp.Void](`location.hash = "#op-contacts.new_contact"`))
		b.becomes(form + `.checkVisibility()`)
	})

	b.run("it is accessible on a phone and in the dark", func(t *testing.T) {
		press(".clear")
		press(".act:not([type=button])")
		b.becomes(outcome + `.startsWith("422 after ")`)
		b.loadAxe()
		b.accessible("a refused call")
		pictures := os.Getenv("OPGEN_PICTURES")
		if pictures != "" {
			b.do(chromedp.Evaluate[chromedp.Void](form + `.scrollIntoView()`))
			b.picture(filepath.Join(pictures, "form.png"))
		}
		b.prefer("dark")
		b.accessible("a refused call in the dark")
		_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 390, Height: 844, DeviceScaleFactor: 1, Mobile: true})
		require.NoError(t, err)
		b.accessible("a refused call on a phone")
		require.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), 390)
		if pictures != "" {
			b.do(chromedp.Evaluate[chromedp.Void](form + `.scrollIntoView()`))
			b.picture(filepath.Join(pictures, "form-phone-dark.png"))
		}
	})
}

// picture writes a picture of the tab.
func (b *tab) picture(name string) {
	b.t.Helper()
	shot, err := chromedp.Call(b.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(name, shot.Data, 0o644))
}
