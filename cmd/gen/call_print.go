package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
)

// This file prints what gen call would do, or did. Bodies of requests and responses are
// printed by package call, which hides sensitive values.

// refuse prints the violations for which a request is not sent.
func (c *callFlags) refuse(cmd *cobra.Command, op *interpreter.Operation, request *call.Request) error {
	reason := "nothing was sent, because the request breaks " + wording.Count(len(request.Violations), "rule")
	if c.output.value == "json" {
		o := call.Outcome{Operation: op.String(), Violations: request.Violations, Error: reason}
		if err := c.printJSON(cmd, o); err != nil {
			return err
		}
		return errNothingSent
	}
	say(cmd.ErrOrStderr(), "gen: %s: %s:", op, reason)
	for _, line := range call.Lines(request.Violations) {
		say(cmd.ErrOrStderr(), "%s", line)
	}
	return errNothingSent
}

// printAs prints the call in another form, which would not work without its sensitive values.
func (c *callFlags) printAs(
	cmd *cobra.Command, op *interpreter.Operation, request *call.Request, target *targets.Target,
) error {
	if _, hides := call.ShowRequest(op.Operation, request.Body); hides && !c.sensitive {
		return errors.New("the request has sensitive values, or members that the catalog does not name; " +
			"--show-sensitive prints them")
	}
	if c.golang {
		code, err := call.GoCall(op, request.Given)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), code)
		return err
	}
	service, err := c.service(target)
	if err != nil {
		return err
	}
	base := wording.ShellQuote(service.String())
	if service.Host == "SERVICE" { // nobody has named one
		base = `"$` + urlVariable + `"`
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), curl.Lines(op.Operation, base, request.Body))
	return err
}

// printDryRun prints a request without its credentials, whatever carries them.
func (c *callFlags) printDryRun(cmd *cobra.Command, made *call.Call, secrets *credentials.Credentials) error {
	sent, err := made.DryRun(cmd.Context())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s %s\n", sent.Method, sent.URL)
	for _, name := range slices.Sorted(maps.Keys(sent.Header)) {
		value := sent.Header.Get(name)
		isPublic := isPublicHeader(name) || strings.EqualFold(name, made.Op.KeyHeader)
		if slices.Contains(secrets.Headers(), name) || !isPublic && !c.sensitive {
			value = "[redacted]"
		}
		fmt.Fprintf(out, "%s: %s\n", name, value)
	}
	body := sent.Body
	if !c.sensitive {
		body, _ = call.ShowRequest(made.Op.Operation, body, secrets.Members()...)
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
	printed, hidden := 0, 0
	for item, err := range items {
		if err != nil {
			c.sayFailure(cmd, made.Op, err)
			if printed == 0 && call.IsUnsent(err) {
				return errNothingSent
			}
			return errFound
		}
		printed++
		text := string(item)
		if !c.sensitive {
			shown, hides := call.ShowItem(made.Op.Operation, text)
			if hides {
				hidden++
			}
			text = cmp.Or(shown, `"[hidden]"`)
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), text); err != nil {
			return sayUnprinted(cmd, err)
		}
	}
	if hidden > 0 {
		say(cmd.ErrOrStderr(), "gen: %s with hidden values; --show-sensitive prints them",
			wording.Count(hidden, "item"))
	}
	return nil
}

// print prints the outcome of a call: the response to the standard output, and everything about it
// to the standard error, so that the output can be piped into another program.
func (c *callFlags) print(cmd *cobra.Command, op *interpreter.Operation, r *call.Result) error {
	if c.timing {
		for i, a := range r.Attempts {
			took := a.Took.Round(time.Millisecond)
			say(cmd.ErrOrStderr(), "attempt %d: status %d after %s", i+1, a.Status, took)
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
		say(cmd.ErrOrStderr(), "gen: %s", call.DriftLine(d))
	}
	if body != "" {
		if err := printBody(cmd.OutOrStdout(), body); err != nil {
			return sayUnprinted(cmd, err)
		}
	}
	if r.Err != nil {
		c.sayFailure(cmd, op, r.Err)
		if hides {
			say(cmd.ErrOrStderr(), "gen: --show-sensitive prints the response, %s",
				wording.Count(len(r.Body), "byte"))
		}
		return failure(r)
	}
	if hides {
		sayHidden(cmd.ErrOrStderr(), op, r, body == "")
	}
	return nil
}

// sayHidden says that values of a response are hidden, or why none of it is shown.
func sayHidden(stderr io.Writer, op *interpreter.Operation, r *call.Result, isAll bool) {
	size := wording.Count(len(r.Body), "byte")
	switch {
	case isAll && op.Response.Shown:
		say(stderr, "gen: status %d, %s; the response is not of the type that the catalog describes: "+
			"--show-sensitive prints it", r.Status, size)
	case isAll:
		say(stderr, "gen: status %d, %s; the catalog does not describe the response, so its values "+
			"may be personal: --show-sensitive prints it", r.Status, size)
	default:
		say(stderr, "gen: status %d; --show-sensitive prints the hidden values", r.Status)
	}
}

// printBody prints JSON for people. Characters that could affect a terminal are escaped before
// there are colors.
func printBody(out io.Writer, body string) error {
	var escaped bytes.Buffer
	if _, err := io.WriteString(escapeFor("json", newTerminal(&escaped)), body); err != nil {
		return err
	}
	_, err := fmt.Fprintln(unwrap(out), call.Indent(escaped.String(), isColored(out)))
	return err
}

// printOutcome prints the outcome as JSON.
func (c *callFlags) printOutcome(
	cmd *cobra.Command, op *interpreter.Operation, r *call.Result, body string, hides bool,
) error {
	o := r.Outcome(op, c.sensitive)
	o.Hidden = hides
	if json.Valid([]byte(body)) {
		o.Body = json.RawMessage(body)
	}
	if err := c.printJSON(cmd, o); err != nil {
		return sayUnprinted(cmd, err)
	}
	if r.Err != nil {
		return failure(r)
	}
	return nil
}

// printJSON prints an outcome as one indented object.
func (c *callFlags) printJSON(cmd *cobra.Command, o call.Outcome) error {
	e := json.NewEncoder(escapeFor("json", cmd.OutOrStdout()))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(o)
}

// sayUnprinted says that the outcome of a call cannot be printed. The exit code must not be that
// of a call that was never made.
func sayUnprinted(cmd *cobra.Command, err error) error {
	say(cmd.ErrOrStderr(), "gen: the call was made, and its outcome cannot be printed: %v", err)
	return errFound
}

// failure returns the error of a failed call: of one that never reached the service, or of
// one that the service failed.
func failure(r *call.Result) error {
	if r.NeverSent() {
		return errNothingSent
	}
	return errFound
}

// sayFailure says on the standard error why a call failed.
func (c *callFlags) sayFailure(cmd *cobra.Command, op *interpreter.Operation, err error) {
	say(cmd.ErrOrStderr(), "gen: %s", call.Reason(err))
	for _, line := range call.Lines(call.Refusals(op, err, c.sensitive)) {
		say(cmd.ErrOrStderr(), "%s", line)
	}
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
