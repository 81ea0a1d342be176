package e2e

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browsers are the names under which Chromium is installed.
var browsers = []string{"chromium", "chromium-browser", "google-chrome"}

// newBrowser returns a tab of a headless browser that reaches no network. The
// test is skipped where there is no browser.
func newBrowser(t *testing.T) context.Context {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(browser(t)),
		chromedp.NoSandbox, // the page is a file of ours, and the sandbox does not start as root
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"),
		chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

func browser(t *testing.T) string {
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("NOT RUN: no browser; install chromium")
	return ""
}

func TestBrowserShowsAPage(t *testing.T) {
	ctx := newBrowser(t)
	_, err := chromedp.Run(ctx, chromedp.Navigate("data:text/html,<p id=x>hello</p>"))
	require.NoError(t, err)
	text, err := chromedp.Run(ctx, chromedp.Text("#x"))
	require.NoError(t, err)
	require.Equal(t, "hello", text)
}
