package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// tab is a tab of a headless browser without a network.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	requests []string
}

// patience is the time limit of a step. It is generous for busy machines.
const patience = 2 * time.Minute

// newTab starts a browser. It skips the test if there is none.
func newTab(t *testing.T) *tab { return newTabReaching(t, "") }

// newTabReaching is newTab for a browser that can reach one host.
func newTabReaching(t *testing.T, host string) *tab {
	rules := "MAP * ~NOTFOUND"
	if host != "" {
		rules += " , EXCLUDE " + host
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser(t)),
		chromedp.NoSandbox, // the pages are our own files, and the sandbox does not start as root
		chromedp.Flag("host-resolver-rules", rules),
		chromedp.WindowSize(1440, 900),
		chromedp.WSURLReadTimeout(patience))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			b.mu.Lock()
			b.requests = append(b.requests, sent.Request.URL)
			b.mu.Unlock()
		}
	}))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	return b
}

func browser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("NOT RUN: no browser; install chromium")
	return ""
}

// write writes a page to a file and returns its URL.
func write(t *testing.T, page []byte) (url string) {
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, page, 0o666))
	return "file://" + filepath.ToSlash(file)
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	require.NoError(b.t, chromedp.Do(ctx, steps...))
}

func (b *tab) open(url string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url))
	b.becomes(`location.href !== "about:blank" && document.readyState === "complete"`)
}

// eval evaluates an expression on the page.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	require.NoError(b.t, err, expression)
	return v
}

// becomes waits until an expression is true. The page may still be loading.
func (b *tab) becomes(expression string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		is, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
		return err == nil && is
	}, patience, 10*time.Millisecond, expression)
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// write types a text like a keyboard. A key that the page handles enters no character.
func (b *tab) write(text string) {
	b.t.Helper()
	for _, r := range text {
		b.key(input.DispatchKeyEventParams{Key: string(r), Text: string(r)})
	}
}

func (b *tab) paste() {
	b.t.Helper()
	b.key(input.DispatchKeyEventParams{Key: "v", Modifiers: int64(chromedp.ModifierCtrl), Commands: []string{"paste"}})
}

func (b *tab) key(p input.DispatchKeyEventParams) {
	b.t.Helper()
	for _, p.Type = range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		_, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, p)
		require.NoError(b.t, err)
	}
}

// prefer sets the color scheme of the system.
func (b *tab) prefer(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	require.NoError(b.t, err)
}

// run runs a subtest in the tab.
func (b *tab) run(name string, test func(t *testing.T)) {
	b.t.Run(name, func(t *testing.T) {
		defer func(outer *testing.T) { b.t = outer }(b.t)
		b.t = t
		test(t)
	})
}

// axe checks accessibility.
const axe = "axe-core@4.14.1"

// loadAxe loads axe into the page.
func (b *tab) loadAxe() {
	b.t.Helper()
	script := read(b.t, filepath.Join(npm(b.t, axe), "..", "axe-core", "axe.min.js"))
	b.do(chromedp.Evaluate[chromedp.Void](string(script) + "\n;undefined"))
}

// accessible requires that axe finds no violation in a state of the page.
func (b *tab) accessible(state string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](`delete window.found; axe.run(document, {resultTypes: ["violations"]}).then((r) => {
		window.found = r.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => v.id + ": " + n.html + ": " + n.failureSummary));
	}), undefined`))
	b.becomes(`"found" in window`)
	require.Empty(b.t, eval[[]string](b, "found"), state)
}
