package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/internal/admin"
	"example.com/opgen/sandbox/simulator"
)

// A command is one request to the administration, printed as indented JSON where no better form is
// known. It finds the token of a sandbox of this user by the address, so that none has to be typed,
// and sends it to no other machine unless the user has set it.

// action executes a command.
type action func(ctx context.Context, out io.Writer, args []string) error

// command returns a command. The first line of long is its description in lists. check checks the
// arguments; its error is a mistake in the command line, with which the help is named.
func (r *remote) command(use, long string, check cobra.PositionalArgs, run action) *cobra.Command {
	short, _, _ := strings.Cut(long, "\n")
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return &usageError{err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), cmd.OutOrStdout(), args)
		},
	}
	cmd.Flags().StringVar(&r.address, "address", "http://127.0.0.1:8080",
		"the `URL` of the sandbox")
	cmd.Flags().StringVar(&r.world, "world", "",
		"the `name` of the world; by default that of requests without one")
	return cmd
}

// post returns the action that calls an operation, with an argument as a member.
func (r *remote) post(operation, member string) action {
	return func(ctx context.Context, out io.Writer, args []string) error {
		request := map[string]string{}
		if len(args) > 0 {
			request[member] = args[0]
		}
		return r.print(ctx, out, operation, request)
	}
}

// newCommands returns the commands that control a running sandbox.
func newCommands() []*cobra.Command {
	r := new(remote)
	none, one, optional := cobra.NoArgs, cobra.ExactArgs(1), cobra.MaximumNArgs(1)
	return []*cobra.Command{
		r.command("health", "Check whether a sandbox is running", none, r.show("health", nil)),
		r.command("operations", operationsHelp, none, r.operations),
		r.command("reset", "Return a world to its seeds", none, r.post("reset", "")),
		r.command("worlds", "List the worlds", none, r.show("worlds", nil)),
		r.command("drop NAME", "Delete a world with its snapshots", one, r.drop),
		r.command("seed FILE", seedHelp, one, r.seed),
		r.command("snapshot [NAME]", "Save a world under a name", optional, r.post("snapshot", "name")),
		r.command("restore [NAME]", "Return a world to a snapshot", optional, r.post("restore", "name")),
		r.command("faults [FAULT... | none]", faultsHelp, cobra.ArbitraryArgs, r.show("faults", r.faults)),
		r.command("latency [TIME]", latencyHelp, optional, r.show("latency", r.post("latency", "latency"))),
		r.clockCommand(),
		r.requestsCommand(),
	}
}

// clockCommand returns the command with its own flag.
func (r *remote) clockCommand() *cobra.Command {
	frozen := false
	run := func(ctx context.Context, out io.Writer, args []string) error {
		return r.clock(ctx, out, args, frozen)
	}
	cmd := r.command("clock [TIME | +DURATION | machine]", clockHelp, cobra.MaximumNArgs(1), run)
	cmd.Flags().BoolVar(&frozen, "frozen", false, "stop the time")
	return cmd
}

// requestsCommand returns the command with its own flag.
func (r *remote) requestsCommand() *cobra.Command {
	follow := false
	run := func(ctx context.Context, out io.Writer, _ []string) error {
		if follow {
			return r.followRequests(ctx, out)
		}
		return r.requests(ctx, out)
	}
	cmd := r.command("requests", "Print the last requests", cobra.NoArgs, run)
	cmd.Flags().BoolVar(&follow, "follow", false, "print new requests as they arrive")
	return cmd
}

const operationsHelp = `List the operations, with their classes and what is missing`

const seedHelp = `Add documents to a world

FILE has the form of seeds.yaml. All of its documents are added, or none.`

const latencyHelp = `Print or set the delay of each call

TIME is at most 30s, such as 200ms.`

const clockHelp = `Print or set the time of a world

TIME, such as 2030-01-31T12:00:00Z, sets the time, and +DURATION, such as +24h, advances
it. The word machine returns to the time of the machine.`

const faultsHelp = `Print or replace the faults of a world

A fault has the form KEY=VALUE,KEY=VALUE, such as status=503,times=2. The keys are:

  operation  the operation, such as contacts.new_contact; by default any
  times      the number of calls that fail, or all; by default 1
  latency    the delay of the call, such as 200ms
  status     the status of the response
  header     a header of that response: Retry-After:1
  break      connection refused, request lost, response lost or response truncated

The word none removes all faults.`

// clock prints, sets or advances the time.
func (r *remote) clock(ctx context.Context, out io.Writer, args []string, frozen bool) error {
	request := map[string]any{}
	switch {
	case len(args) == 0 && !frozen:
		return r.print(ctx, out, "clock", nil)
	case len(args) == 0:
		request["frozen"] = true
	case args[0] == "machine" && frozen:
		return &usageError{errors.New("clock machine --frozen: " +
			"the time of the machine cannot be stopped; omit one of them")}
	case args[0] == "machine":
		// An empty request returns to the time of the machine.
	case strings.HasPrefix(args[0], "+"):
		request["advance"] = strings.TrimPrefix(args[0], "+")
		request["frozen"] = frozen
	default:
		request["now"] = args[0]
		request["frozen"] = frozen
	}
	return r.print(ctx, out, "clock", request)
}

// drop deletes the world of its argument.
func (r *remote) drop(ctx context.Context, out io.Writer, args []string) error {
	inWorld := remote{address: r.address, world: args[0]}
	return inWorld.print(ctx, out, "drop", struct{}{})
}

// show returns the action that prints the response of a GET request, unless there are arguments
// and an action for them.
func (r *remote) show(operation string, change action) action {
	return func(ctx context.Context, out io.Writer, args []string) error {
		if len(args) > 0 {
			return change(ctx, out, args)
		}
		return r.print(ctx, out, operation, nil)
	}
}

// operations prints a table of the operations.
func (r *remote) operations(ctx context.Context, out io.Writer, _ []string) error {
	var list struct {
		Operations []struct{ Operation, Class, Assumed, Missing string }
	}
	if err := r.call(ctx, "operations", nil, &list); err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "OPERATION\tCLASS\tNOTES")
	for _, op := range list.Operations {
		notes := cmp.Or(op.Missing, op.Assumed, "-")
		fmt.Fprintf(table, "%s\t%s\t%s\n", op.Operation, cmp.Or(op.Class, "-"), notes)
	}
	return table.Flush()
}

// seed sends the text of a file.
func (r *remote) seed(ctx context.Context, out io.Writer, args []string) error {
	text, err := textfile.Read(args[0])
	if err != nil {
		return err
	}
	return r.print(ctx, out, "seed", map[string]string{"text": string(text), "file": args[0]})
}

// faults replaces the faults of a world.
func (r *remote) faults(ctx context.Context, out io.Writer, args []string) error {
	faults := []admin.Fault{}
	var mistakes []error
	for _, text := range args {
		if text == "none" && len(args) == 1 {
			break
		}
		f, err := parseFault(text)
		faults = append(faults, f)
		mistakes = append(mistakes, err)
	}
	if err := errors.Join(mistakes...); err != nil {
		return err
	}
	return r.print(ctx, out, "faults", map[string]any{"faults": faults})
}

// requests prints the last requests.
func (r *remote) requests(ctx context.Context, out io.Writer) error {
	var list struct{ Requests []simulator.Request }
	if err := r.call(ctx, "requests", nil, &list); err != nil {
		return err
	}
	for _, one := range list.Requests {
		printRequest(out, one)
	}
	return nil
}

// followRequests prints requests as they arrive. The sandbox sends server-sent events, each with its
// request as JSON in one line that begins with "data: "; other lines keep the stream alive.
func (r *remote) followRequests(ctx context.Context, out io.Writer) error {
	body, err := r.send(ctx, http.MethodGet, "requests", "text/event-stream", nil)
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, isData := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !isData {
			continue
		}
		var one simulator.Request
		if err := json.Unmarshal(data, &one); err != nil {
			return err
		}
		printRequest(out, one)
	}
	return lines.Err()
}

// printRequest prints a request, with what went wrong on lines of their own.
func printRequest(out io.Writer, q simulator.Request) {
	clock := q.Time.UTC().Format("15:04:05.000")
	what := cmp.Or(q.Operation, q.Path, "no operation")
	took := q.Duration.Round(10 * time.Microsecond)
	fmt.Fprintf(out, "%s %d %s %v", clock, q.Status, what, took)
	if q.Fault != "" {
		fmt.Fprintf(out, " fault: %s", q.Fault)
	}
	if q.Meant != "" {
		fmt.Fprintf(out, "\n  no operation has this path; did you mean %s?", q.Meant)
	}
	if q.Failure != "" {
		fmt.Fprintf(out, "\n  %s", q.Failure)
	}
	for _, v := range q.Violations {
		fmt.Fprintf(out, "\n  %s %s", v.Field, v.Message)
	}
	fmt.Fprintln(out)
}
