// Package progress shows the progress of a long run. On a terminal, it rewrites one line;
// elsewhere, it prints a line every ten seconds.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The intervals at which the line is shown. A terminal shows nothing in the first second, so that
// short runs stay quiet.
const (
	terminalDelay    = time.Second
	terminalInterval = 200 * time.Millisecond
	plainInterval    = 10 * time.Second
)

// Bytes makes [New] count bytes, which are shown as MB and GB.
const Bytes = "bytes"

// Meter counts things that are done. It is safe for concurrent use. Counting does not wait
// for the terminal, which the user may have stopped.
type Meter struct {
	what        string
	isTerminal  bool
	start       time.Time
	done, total atomic.Int64

	mu    sync.Mutex // of the rest
	w     io.Writer
	width int         // of the line on the terminal
	next  *time.Timer // shows the line; nil if the meter is quiet or stopped
}

// New returns a meter that writes to w, which may be a terminal. It counts what, such as "calls",
// up to total, or 0 if the total is unknown. A quiet meter shows nothing. [Meter.Done] ends it.
func New(w io.Writer, what string, total int, isQuiet bool) *Meter {
	return start(w, what, total, isQuiet, IsTerminal(w))
}

// start is New, told whether w is a terminal.
func start(w io.Writer, what string, total int, isQuiet, isTerminal bool) *Meter {
	m := &Meter{w: w, what: what, isTerminal: isTerminal, start: time.Now()}
	m.Set(0, total)
	if isQuiet {
		return m
	}
	delay, interval := plainInterval, plainInterval
	if isTerminal {
		delay, interval = terminalDelay, terminalInterval
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next = time.AfterFunc(delay, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.next != nil {
			m.show()
			m.next.Reset(interval)
		}
	})
	return m
}

// IsTerminal reports whether w is a terminal that can rewrite lines.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Add counts n more things.
func (m *Meter) Add(n int) { m.done.Add(int64(n)) }

// Set sets the number of things that are done, and their expected total.
func (m *Meter) Set(done, total int) {
	m.done.Store(int64(done))
	m.total.Store(int64(total))
}

// Write writes lines above the progress, so that a command can print while the meter runs.
func (m *Meter) Write(text []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	return m.w.Write(text)
}

// Done stops the meter and clears its line on a terminal. It may be called again.
func (m *Meter) Done() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next != nil {
		m.next.Stop()
		m.next = nil
	}
	m.clear()
}

// clear removes the line of a terminal. The caller holds m.mu.
func (m *Meter) clear() {
	if m.width > 0 {
		fmt.Fprintf(m.w, "\r%*s\r", m.width, "")
		m.width = 0
	}
}

// show shows the line, or rewrites it on a terminal. The caller holds m.mu.
func (m *Meter) show() {
	text := line(m.what, int(m.done.Load()), int(m.total.Load()), time.Since(m.start))
	if !m.isTerminal {
		fmt.Fprintln(m.w, text)
		return
	}
	fmt.Fprintf(m.w, "\r%-*s", m.width, text) // blanks cover a longer line
	m.width = len(text)
}

// line returns the progress, the rate and the time left: "20 of 50 calls, 10/s, 3s left".
func line(what string, done, total int, took time.Duration) string {
	size, unit := 1.0, " "+what
	if what == Bytes {
		size, unit = 1e6, " MB"
		if max(done, total) >= 1e9 {
			size, unit = 1e9, " GB"
		}
	}
	amount := func(n float64) string {
		if size == 1 && n >= 10 || n == float64(int(n)) {
			return fmt.Sprintf("%.0f", n)
		}
		return fmt.Sprintf("%.1f", n)
	}
	rate := float64(done) / took.Seconds()
	var b strings.Builder
	b.WriteString(amount(float64(done) / size))
	if total > 0 {
		b.WriteString(" of " + amount(float64(total)/size))
	}
	b.WriteString(unit)
	if what == Bytes {
		fmt.Fprintf(&b, ", %.0f MB/s", rate/1e6)
	} else {
		fmt.Fprintf(&b, ", %s/s", amount(rate))
	}
	if done > 0 && done < total {
		left := time.Duration(float64(total-done) / rate * float64(time.Second))
		fmt.Fprintf(&b, ", %s left", round(left))
	}
	return b.String()
}

// round rounds a time to seconds, or to minutes if it is an hour or longer.
func round(d time.Duration) string {
	if d >= time.Hour {
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	}
	return max(d.Round(time.Second), time.Second).String()
}
