// Package measure runs programs, records their cost, and collects measurements.
package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// Measurement is a figure of one subject in one case, with one value for each time
// it was measured. Less is better.
type Measurement struct {
	Kind    string // an id of the table of kinds
	Subject string
	Case    string // a size
	Values  []float64
	Failed  string // why there is no value
}

// Median returns the median.
func (m Measurement) Median() float64 {
	sorted := slices.Sorted(slices.Values(m.Values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Spread returns the minimum and the maximum.
func (m Measurement) Spread() (low, high float64) { return slices.Min(m.Values), slices.Max(m.Values) }

// Set is a list of measurements, one for each kind, subject and case.
type Set []*Measurement

// Of returns the measurement of a kind, a subject and a case, or nil if it is missing or
// failed.
func (s Set) Of(kind, subject, in string) *Measurement {
	if m := s.Find(kind, subject, in); m != nil && m.Failed == "" && len(m.Values) > 0 {
		return m
	}
	return nil
}

// Find returns the measurement of a kind, a subject and a case, even if it failed, or nil if
// there is none.
func (s Set) Find(kind, subject, in string) *Measurement {
	for _, m := range s {
		if m.Kind == kind && m.Subject == subject && m.Case == in {
			return m
		}
	}
	return nil
}

// Add adds a value.
func (s *Set) Add(kind, subject, in string, value float64) {
	m := s.entry(kind, subject, in)
	m.Values = append(m.Values, value)
}

// Fail records why there is no value.
func (s *Set) Fail(kind, subject, in string, err error) {
	s.entry(kind, subject, in).Failed = err.Error()
}

// Failures returns an error that lists all failures, or nil if there are none.
func (s Set) Failures() error {
	var all []error
	for _, m := range s {
		if m.Failed != "" {
			all = append(all, fmt.Errorf("%s, %s, %s: %s", m.Kind, m.Subject, m.Case, m.Failed))
		}
	}
	return errors.Join(all...)
}

// entry returns the measurement of a kind, which it adds if there is none.
func (s *Set) entry(kind, subject, in string) *Measurement {
	m := s.Find(kind, subject, in)
	if m == nil {
		m = &Measurement{Kind: kind, Subject: subject, Case: in}
		*s = append(*s, m)
	}
	return m
}

// Cost is the resource usage of a program.
type Cost struct {
	Wall time.Duration
	CPU  time.Duration // user and system time of the program and its children
	MiB  float64       // the maximum memory of one of these processes
	Out  []byte        // its standard output
}

// Plus adds the cost of a program that ran afterwards.
func (c Cost) Plus(d Cost) Cost {
	return Cost{c.Wall + d.Wall, c.CPU + d.CPU, max(c.MiB, d.MiB), append(c.Out, d.Out...)}
}

// Run runs a program in a folder, with additional environment variables. The error
// contains the end of its standard error.
func Run(ctx context.Context, dir string, env []string, args ...string) (Cost, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	// When a program is killed, its children are killed with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	c := Cost{Wall: time.Since(start), Out: out.Bytes()}
	if err != nil {
		if ctx.Err() != nil {
			return c, context.Cause(ctx)
		}
		tail := bytes.TrimSpace(errs.Bytes())
		if len(tail) > 600 {
			tail = tail[len(tail)-600:]
		}
		return c, fmt.Errorf("%s: %w: %s", args[0], err, tail)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return c, errors.New("the system does not report the resource usage of a program")
	}
	c.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.MiB = float64(usage.Maxrss) / 1024
	return c, nil
}
