package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/api"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// This file prints what gen call would do, or did. Bodies of requests and responses are
// printed by package call, which hides sensitive values.

// refuse prints the violations for which a request is not sent.
func (c *callFlags) refuse(cmd *cobra.Command, op *interpreter.Operation, request *call.Request) error {
	why := "nothing was sent, because the request breaks " + wording.Count(len(request.Violations), "rule")
	if c.output.value == "json" {
		o := outcome{Operation: op.String(), Violations: request.Violations, Error: why}
		if err := c.printJSON(cmd, o); err != nil {
			return err
		}
		return errNothingSent
	}
	say(cmd.ErrOrStderr(), "gen: %s: %s:", op, why)
	for _, line := range violationLines(request.Violations) {
		say(cmd.ErrOrStderr(), "%s", line)
	}
	return errNothingSent
}

// violationLines returns a line for each violation.
func violationLines(violations []api.Violation) (lines []string) {
	for _, v := range violations {
		at := v.Field
		if at == "" {
			at = "the request"
		}
		lines = append(lines, fmt.Sprintf("  %s: %s", at, cmp.Or(v.Message, "breaks the rule "+v.Rule)))
	}
	return lines
}

// printAs prints the call in another form, which would not work without its sensitive values.
func (c *callFlags) printAs(cmd *cobra.Command, op *interpreter.Operation, request *call.Request) error {
	if _, hides := call.ShowRequest(op.Operation, request.Body); hides && !c.sensitive {
		return errors.New("the request has sensitive values, or members that the catalog does not name; --show-sensitive prints them")
	}
	if c.golang {
		code, err := call.GoCall(op, request.Given)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), code)
		return err
	}
	base := cmp.Or(c.url, os.Getenv(urlVariable), `"$`+urlVariable+`"`)
	_, err := fmt.Fprintln(cmd.OutOrStdout(), curl.Lines(op.Operation, strings.TrimSuffix(base, "/"), request.Body))
	return err
}

func (c *callFlags) printDryRun(cmd *cobra.Command, made *call.Call) error {
	sent, err := made.DryRun(cmd.Context())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s %s\n", sent.Method, sent.URL)
	for _, name := range slices.Sorted(maps.Keys(sent.Header)) {
		value := sent.Header.Get(name)
		if !isPublicHeader(name) && !c.sensitive {
			value = "[redacted]"
		}
		fmt.Fprintf(out, "%s: %s\n", name, value)
	}
	body := sent.Body
	if !c.sensitive {
		body, _ = call.ShowRequest(made.Op.Operation, body)
	}
	_, err = fmt.Fprintf(out, "\n%s\n", body)
	return err
}

// isPublicHeader reports whether the runtime sets a header, so that it holds no credential.
func isPublicHeader(name string) bool {
	switch name {
	case "Accept", "Content-Type", "User-Agent", "X-Request-Id", "Traceparent":
		return true
	}
	return false
}

// printItems prints the items of all pages.
func (c *callFlags) printItems(ctx context.Context, cmd *cobra.Command, made *call.Call) error {
	items, err := made.Items(ctx)
	if err != nil {
		return err
	}
	hidden := 0
	for item, err := range items {
		if err != nil {
			c.sayFailure(cmd, made.Op, err)
			return errFound
		}
		text := string(item)
		if !c.sensitive {
			shown, hides := call.ShowItem(made.Op.Operation, text)
			if hides {
				hidden++
			}
			text = cmp.Or(shown, `"[hidden]"`)
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), text); err != nil {
			return err
		}
	}
	if hidden > 0 {
		say(cmd.ErrOrStderr(), "gen: %s with hidden values; --show-sensitive prints them", wording.Count(hidden, "item"))
	}
	return nil
}

// outcome is the form of --output json.
type outcome struct {
	Operation  string          `json:"operation"`
	Status     int             `json:"status,omitempty"`
	RequestID  string          `json:"request_id,omitempty"`
	Header     http.Header     `json:"header,omitempty"`
	Body       json.RawMessage `json:"body,omitempty"`
	Hidden     bool            `json:"hidden,omitempty"` // values of the body are hidden
	Violations []api.Violation `json:"violations,omitempty"`
	Drifts     []string        `json:"drifts,omitempty"`
	Error      string          `json:"error,omitempty"`
	Attempts   []attempt       `json:"attempts,omitempty"`
}

type attempt struct {
	Status int   `json:"status,omitempty"`
	Millis int64 `json:"milliseconds"`
}

// print prints the outcome of a call.
func (c *callFlags) print(cmd *cobra.Command, op *interpreter.Operation, r *call.Result) error {
	if c.timing {
		for i, a := range r.Attempts {
			say(cmd.ErrOrStderr(), "attempt %d: status %d after %s", i+1, a.Status, a.Took.Round(time.Millisecond))
		}
	}
	body, hides := string(r.Body), false
	if !c.sensitive && r.Err == nil {
		body, hides = call.ShowResponse(op.Operation, body)
	}
	if !c.sensitive && r.Err != nil {
		body, hides = "", len(r.Body) > 0 // a failure may repeat the request
	}
	if c.output.value == "json" {
		return c.printOutcome(cmd, op, r, body, hides)
	}
	for _, d := range r.Drifts {
		say(cmd.ErrOrStderr(), "gen: %s", driftLine(d))
	}
	if body != "" {
		text := call.Indent(body, isColored(cmd.OutOrStdout()))
		if _, err := fmt.Fprintln(unwrap(cmd.OutOrStdout()), text); err != nil {
			return err
		}
	}
	if r.Err != nil {
		c.sayFailure(cmd, op, r.Err)
		return failure(r)
	}
	switch {
	case body == "" && hides:
		say(cmd.ErrOrStderr(), "gen: status %d, %s; the catalog does not describe the response, so its values may be personal: --show-sensitive prints it", r.Status, wording.Count(len(r.Body), "byte"))
	case hides:
		say(cmd.ErrOrStderr(), "gen: status %d; --show-sensitive prints the hidden values", r.Status)
	}
	return nil
}

func driftLine(d api.Drift) string {
	return fmt.Sprintf("the response differs from the catalog at %s: expected %s", cmp.Or(d.Pointer, "its root"), d.Expected)
}

// printOutcome prints the outcome as JSON.
func (c *callFlags) printOutcome(cmd *cobra.Command, op *interpreter.Operation, r *call.Result, body string, hides bool) error {
	o := outcome{Operation: op.String(), Status: r.Status, RequestID: r.RequestID, Hidden: hides}
	if c.sensitive {
		o.Header = r.Header
	}
	if json.Valid([]byte(body)) {
		o.Body = json.RawMessage(body)
	}
	if r.Err != nil {
		o.Error = firstLine(reason(r.Err))
		o.Violations = call.Refusals(op, r.Err, c.sensitive)
	}
	for _, d := range r.Drifts {
		o.Drifts = append(o.Drifts, driftLine(d))
	}
	for _, a := range r.Attempts {
		o.Attempts = append(o.Attempts, attempt{a.Status, a.Took.Milliseconds()})
	}
	if err := c.printJSON(cmd, o); err != nil {
		return err
	}
	if r.Err != nil {
		return failure(r)
	}
	return nil
}

func (c *callFlags) printJSON(cmd *cobra.Command, o outcome) error {
	e := json.NewEncoder(escapeFor("json", cmd.OutOrStdout()))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(o)
}

// failure returns the error of a failed call: of one that never reached the service, or of
// one that the service failed.
func failure(r *call.Result) error {
	if r.Status == 0 && neverSent(r.Err) {
		return errNothingSent
	}
	return errFound
}

// neverSent reports whether no service can have received the request.
func neverSent(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return true
	}
	_, isRefused := errors.AsType[*api.ValidationError](err)
	return isRefused
}

// sayFailure says on the standard error why a call failed.
func (c *callFlags) sayFailure(cmd *cobra.Command, op *interpreter.Operation, err error) {
	say(cmd.ErrOrStderr(), "gen: %s", firstLine(reason(err)))
	for _, line := range violationLines(call.Refusals(op, err, c.sensitive)) {
		say(cmd.ErrOrStderr(), "%s", line)
	}
}

// reason returns the text of the error of a call.
func reason(err error) string {
	if _, ok := errors.AsType[*api.Error](err); ok {
		return err.Error()
	}
	if _, ok := errors.AsType[*url.Error](err); ok {
		return observer.Cause(err)
	}
	return err.Error()
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// isColored reports whether an output takes colors: it is a terminal, and NO_COLOR is not set.
func isColored(w io.Writer) bool {
	file, ok := unwrap(w).(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
