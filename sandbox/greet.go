package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/admin"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
)

// The greeting has what a person needs next: how the sandbox is reached, where its state is, and a
// command that works. It also shows what is easily overlooked, such as a fault of yesterday or
// operations without behavior. Scripts wait for it, so it is written at once, when calls can be
// made.

// access is how a sandbox is reached.
type access struct {
	base        string // the URL
	token       string // of the administration, "TOKEN" if the user has chosen it
	callers     string // the file with the credentials of callers, "" if anyone may call
	certificate string // the file with the certificate, "" without TLS
}

// leftSettings describes settings of the default world that an earlier run has left, "" if there
// are none. They are easily forgotten, and a fault of yesterday looks like a mistake of today.
func (f *flags) leftSettings(ctx context.Context, s *simulator.Sandbox) string {
	set, err := s.Settings(ctx, simulator.DefaultWorld)
	if err != nil {
		return ""
	}
	var left []string
	if f.faults == nil && len(set.Faults) > 0 {
		left = append(left, wording.Count(len(set.Faults), "fault"))
	}
	if !f.setLatency && set.Latency > 0 {
		left = append(left, "latency "+set.Latency.String())
	}
	if set.Frozen || time.Since(set.Now).Abs() > time.Second {
		left = append(left, "clock "+set.Now.Format(time.RFC3339))
	}
	return strings.Join(left, ", ")
}

// greet prints the address, the place of the state and the first steps.
func (f *flags) greet(ctx context.Context, w io.Writer, s *simulator.Sandbox, reached access, state string) {
	out := new(strings.Builder) // written at once, so that readers get all of it
	c := s.Catalog()
	operations := s.Operations()
	lacking := countOf(operations, "")
	count := wording.Count(len(operations), "operation")
	if lacking > 0 {
		count = fmt.Sprintf("%d of %s", len(operations)-lacking, count)
	}
	fmt.Fprintf(out, "%s %s: %s\n\n", c.Title, c.Version, count)
	fmt.Fprintf(out, "address  %s\n", reached.base)
	fmt.Fprintf(out, "console  %s%s#%s\n", reached.base, admin.Prefix, reached.token)
	fmt.Fprintf(out, "state    %s\n", state)
	if p, refused := errors.AsType[*api.Problem](s.Check(ctx, simulator.DefaultWorld)); refused {
		fmt.Fprintf(out, "warning  %s\n", p.Detail)
	}
	if left := f.leftSettings(ctx, s); left != "" {
		fmt.Fprintf(out, "still set: %s\n", left)
	}
	if reached.callers != "" {
		fmt.Fprintf(out, "callers  %s\n", reached.callers)
	}
	if reached.certificate != "" {
		fmt.Fprintf(out, "trust    export SSL_CERT_FILE=%s\n", reached.certificate)
	}
	if n := lacking + countOf(operations, behavior.Example); n > 0 {
		fmt.Fprintf(out, "missing  %s\n", f.missingWords(n, lacking))
	}
	if line := example(s, reached); line != "" {
		fmt.Fprintf(out, "\n%s\n", line)
	}
	io.WriteString(w, out.String())
}

// countOf returns the number of operations of a class.
func countOf(operations []*simulator.Operation, class behavior.Class) (n int) {
	for _, op := range operations {
		if op.Class == class {
			n++
		}
	}
	return n
}

// missingWords describes a missing behavior of n operations; some of them may lack an example, too:
// "the behavior of 3 operations, so the response is 501; the command operations lists them".
func (f *flags) missingWords(n, lacking int) string {
	response := "the example of the catalog, or 501 if it has none"
	switch lacking {
	case 0:
		response = "the example of the catalog"
	case n:
		response = "501"
	}
	what := "the behavior of " + wording.Count(n, "operation")
	remedy := "the command operations lists them"
	if f.missing != "" {
		what = f.missing
		remedy = `write one that begins with "resources: 1", or pass --resources`
	}
	return fmt.Sprintf("%s, so the response is %s; %s", what, response, remedy)
}
