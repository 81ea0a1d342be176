package verify_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/verify"
	"example.com/opgen/internal/testing/long"
)

// lazy starts a service in Python that enforces nothing, limits the rate and lags.
func lazy(t *testing.T, lag, rate string) *url.URL {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NOT RUN: there is no python3")
	}
	cmd := exec.Command(python, "testdata/lazy.py", lag, rate)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	port, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	base, err := url.Parse("http://127.0.0.1:" + strings.TrimSpace(port))
	require.NoError(t, err)
	return base
}

// A service that enforces nothing contradicts nothing, and no write is sent to it.
func TestALazyService(t *testing.T) {
	long.Only(t, "1,000 calls of a service that limits the rate take seconds")
	c := lazyCatalog(t)
	base := lazy(t, "0.002", "400")
	r, err := verify.Run(t.Context(), c, verify.Options{Base: base})
	require.NoError(t, err)
	require.Greater(t, r.Calls, 1000)
	notEnforced := 0
	for _, o := range r.Operations {
		require.NotEqual(t, verify.Contradicts, o.Verdict, o.Op)
		for _, f := range o.Facts {
			require.NotEqual(t, verify.Contradicts, f.Verdict, "%s %s: %s", o.Op, f.ID, f.Why)
			if f.Verdict == verify.NotEnforced {
				notEnforced++
			}
		}
	}
	require.Greater(t, notEnforced, 100)
	var told struct {
		Calls   map[string]int
		TooFast int `json:"too_fast"`
	}
	res, err := http.Get(base.String() + "/calls/")
	require.NoError(t, err)
	defer res.Body.Close()
	require.NoError(t, json.NewDecoder(res.Body).Decode(&told))
	require.Positive(t, told.TooFast, "the rate was limited")
	all := 0
	for op := range c.Operations() {
		all += told.Calls[op.Path]
		if op.Effect != catalog.Read {
			require.Zero(t, told.Calls[op.Path], "%s is a write", op)
		}
	}
	require.Equal(t, r.Calls, all)
	t.Logf("%d calls, %d of them too fast, %d facts not enforced", r.Calls, told.TooFast, notEnforced)
}

// lazyCatalog is a catalog of reads with rules of every kind, and of writes beside them.
func lazyCatalog(t *testing.T) *catalog.Catalog {
	_, areas, _ := strings.Cut(claims, "operations:\n")
	find, write, _ := strings.Cut(areas, "      close:")
	head, _, _ := strings.Cut(claims, "      find:")
	var b strings.Builder
	b.WriteString(head)
	for i := range 8 {
		b.WriteString(strings.Replace(find, "find:", fmt.Sprintf("find%c:", 'a'+i), 1))
		b.WriteString(fmt.Sprintf("      close%c:%s", 'a'+i, write))
	}
	return parse(t, b.String())
}
