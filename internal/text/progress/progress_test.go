package progress

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLineShowsRateAndTimeLeft(t *testing.T) {
	for want, got := range map[string]string{
		"0 of 1000 calls, 0/s":                     line("calls", 0, 1000, 2*time.Second),
		"100 of 1000 calls, 50/s, 18s left":        line("calls", 100, 1000, 2*time.Second),
		"1000 of 1000 calls, 50/s":                 line("calls", 1000, 1000, 20*time.Second),
		"7 calls, 3.5/s":                           line("calls", 7, 0, 2*time.Second),
		"1 of 20000 calls, 0.5/s, 11h7m left":      line("calls", 1, 20000, 2*time.Second),
		"999 of 1000 calls, 500/s, 1s left":        line("calls", 999, 1000, 2*time.Second),
		"12.5 of 80.2 MB, 6 MB/s, 11s left":        line(Bytes, 12_500_000, 80_200_000, 2*time.Second),
		"1.2 of 5 GB, 120 MB/s, 32s left":          line(Bytes, 1_200_000_000, 5_000_000_000, 10*time.Second),
		"30 of 60 calls, 0.0/s, 1h40m left":        line("calls", 30, 60, 100*time.Minute),
		"3 of 2 calls, 3/s":                        line("calls", 3, 2, time.Second),
		"50 of 100 operations, 0.5/s, 1m40s left":  line("operations", 50, 100, 100*time.Second),
		"123456 of 200000 calls, 12346/s, 6s left": line("calls", 123456, 200000, 10*time.Second),
	} {
		require.Equal(t, want, got)
	}
}

// On a terminal, one line is rewritten and removed at the end.
func TestTerminalRewritesOneLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		m := start(&out, "calls", 1000, false, true)
		wait := func(d time.Duration) string { time.Sleep(d); synctest.Wait(); return m.take(&out) }
		require.Empty(t, wait(999*time.Millisecond), "in the first second")
		m.Add(1000 - 1)
		require.Equal(t, "\r999 of 1000 calls, 999/s, 1s left", wait(2*time.Millisecond))
		m.Set(1, 0)
		require.Equal(t, "\r1 calls, 0.8/s"+strings.Repeat(" ", 19), wait(terminalInterval))
		m.Write([]byte("a message\n"))
		require.Equal(t, "\r              \ra message\n", m.take(&out))
		wait(terminalInterval)
		m.Done()
		require.Equal(t, "\r              \r", m.take(&out))
		m.Done()
		require.Empty(t, wait(time.Minute))
	})
}

// take returns the text that was written since the last call.
func (m *Meter) take(out *bytes.Buffer) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer out.Reset()
	return out.String()
}

// Elsewhere, a line is printed every ten seconds.
func TestPlainOutputGetsALineEveryTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		m := New(&out, "calls", 100, false)
		for range 25 {
			m.Add(1)
			time.Sleep(time.Second)
			synctest.Wait()
		}
		m.Write([]byte("a message\n"))
		m.Done()
		require.Equal(t, "10 of 100 calls, 1/s, 1m30s left\n20 of 100 calls, 1/s, 1m20s left\na message\n", out.String())
	})
}

// Counting continues while a terminal is stopped.
func TestAStoppedTerminal(t *testing.T) {
	out, in := io.Pipe()
	m := New(in, "calls", 0, true)
	go m.Write([]byte("a message\n"))
	_, err := out.Read(make([]byte, 1)) // the rest is never read
	require.NoError(t, err)
	counted := make(chan bool)
	go func() {
		m.Add(1)
		m.Set(2, 3)
		close(counted)
	}()
	select {
	case <-counted:
	case <-time.After(time.Minute):
		t.Error("counting waits for the terminal")
	}
	out.Close()
	m.Done()
}

func TestQuietPrintsNoProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, terminal := range []bool{false, true} {
			var out bytes.Buffer
			m := start(&out, "calls", 100, true, terminal)
			time.Sleep(time.Minute)
			m.Add(1)
			m.Write([]byte("a message\n"))
			m.Done()
			require.Equal(t, "a message\n", out.String())
		}
	})
}

func TestFilesAreNoTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	require.NoError(t, err)
	defer file.Close()
	require.False(t, IsTerminal(file))
}
