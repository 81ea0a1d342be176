package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/admin"
	"example.com/opgen/sandbox/simulator"
)

// remote is a running sandbox, and the world of the commands.
type remote struct{ address, world string }

// action executes a command.
type action func(ctx context.Context, out io.Writer, args []string) error

// command returns a command that takes up to most arguments, any number if most is negative.
// The first line of long is its description in lists.
func (r *remote) command(use, long string, most int, run action) *cobra.Command {
	short, _, _ := strings.Cut(long, "\n")
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := cobra.MaximumNArgs(most)(cmd, args); err != nil && most >= 0 {
				return &usageError{err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), cmd.OutOrStdout(), args) },
	}
	cmd.Flags().StringVar(&r.address, "address", "http://127.0.0.1:8080", "the `URL` of the sandbox")
	cmd.Flags().StringVar(&r.world, "world", "", "the `name` of the world; by default that of requests without one")
	return cmd
}

// post returns the action that calls an operation, with an argument as a member.
func (r *remote) post(operation, member string) action {
	return func(ctx context.Context, out io.Writer, args []string) error {
		request := map[string]string{}
		if len(args) > 0 {
			request[member] = args[0]
		}
		return r.say(ctx, out, operation, request)
	}
}

func newCommands() []*cobra.Command {
	r := new(remote)
	frozen, follow := false, false
	clock := r.command("clock [TIME | +DURATION | machine]", clockHelp, 1, func(ctx context.Context, out io.Writer, args []string) error {
		return r.clock(ctx, out, args, frozen)
	})
	clock.Flags().BoolVar(&frozen, "frozen", false, "stop the time")
	requests := r.command("requests", "Print the last requests", 0, func(ctx context.Context, out io.Writer, _ []string) error {
		return r.requests(ctx, out, follow)
	})
	requests.Flags().BoolVar(&follow, "follow", false, "print new requests as they arrive")
	return []*cobra.Command{
		r.command("health", "Check whether a sandbox is running", 0, r.show("health")),
		r.command("operations", "List the operations, with their classes and what is missing", 0, r.operations),
		r.command("reset", "Return a world to its seeds", 0, r.post("reset", "")),
		r.command("worlds", "List the worlds", 0, r.show("worlds")),
		r.command("drop NAME", "Delete a world with its snapshots", 1, r.drop),
		r.command("seed FILE", "Add documents to a world\n\nFILE has the form of seeds.yaml. All of its documents are added, or none.", 1, r.seed),
		r.command("snapshot [NAME]", "Save a world under a name", 1, r.post("snapshot", "name")),
		r.command("restore [NAME]", "Return a world to a snapshot", 1, r.post("restore", "name")),
		r.command("faults [FAULT... | none]", faultsHelp, -1, r.faults),
		r.command("latency [TIME]", "Print or set the delay of each call\n\nTIME is at most 30s, such as 200ms.", 1, r.latency),
		clock, requests,
	}
}

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

func (r *remote) clock(ctx context.Context, out io.Writer, args []string, frozen bool) error {
	request := map[string]any{}
	switch {
	case len(args) == 0 && !frozen:
		return r.show("clock")(ctx, out, nil)
	case len(args) == 0:
		request["frozen"] = true
	case args[0] == "machine" && frozen:
		return &usageError{errors.New("clock machine --frozen: the time of the machine cannot be stopped; omit one of them")}
	case args[0] == "machine":
	case strings.HasPrefix(args[0], "+"):
		request["advance"], request["frozen"] = args[0][1:], frozen
	default:
		request["now"], request["frozen"] = args[0], frozen
	}
	return r.say(ctx, out, "clock", request)
}

func (r *remote) drop(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 0 {
		return &usageError{errors.New("expected drop NAME")}
	}
	r.world = args[0]
	return r.say(ctx, out, "drop", struct{}{})
}

func (r *remote) latency(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 0 {
		return r.show("latency")(ctx, out, nil)
	}
	return r.post("latency", "latency")(ctx, out, args)
}

// client returns a client for the sandbox, and its token.
func (r *remote) client() (*http.Client, string, error) {
	base, err := url.Parse(r.address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, "", fmt.Errorf("--address %s: expected http://HOST:PORT", r.address)
	}
	at := base.Host
	if base.Port() == "" {
		at = net.JoinHostPort(base.Hostname(), map[string]string{"http": "80", "https": "443"}[base.Scheme])
	}
	token, err := knownToken(at)
	if err != nil {
		return nil, "", err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if file, err := placeFile(at, ".pem"); err == nil && base.Scheme == "https" && isLoopback(at) {
		if text, err := os.ReadFile(file); err == nil {
			roots := x509.NewCertPool()
			roots.AppendCertsFromPEM(text)
			transport.TLSClientConfig.RootCAs = roots
		}
	}
	return &http.Client{Transport: transport}, token, nil
}

// send sends a request below /_sandbox/. The caller closes the response.
func (r *remote) send(ctx context.Context, method, name, accept string, body io.Reader) (io.ReadCloser, error) {
	client, token, err := r.client()
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(r.address, "/")+admin.Prefix+name, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Accept", accept)
	request.Header.Set("Content-Type", "application/json")
	if r.world != "" {
		request.Header.Set(simulator.WorldHeader, r.world)
	}
	response, err := client.Do(request)
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return nil, fmt.Errorf("no sandbox is running at %s: start one, or pass --address", r.address)
	}
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		var p api.Problem
		text, _ := io.ReadAll(io.LimitReader(response.Body, textfile.Limit))
		json.Unmarshal(text, &p) // without a problem, the status remains
		return nil, &api.Error{Status: response.StatusCode, Problem: &p}
	}
	return response.Body, nil
}

func (r *remote) get(ctx context.Context, name, accept string) (io.ReadCloser, error) {
	return r.send(ctx, http.MethodGet, name, accept, nil)
}

// say calls an operation of the administration and prints the response.
func (r *remote) say(ctx context.Context, out io.Writer, operation string, request any) error {
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return print(out)(r.send(ctx, http.MethodPost, operation, "application/json", bytes.NewReader(text)))
}

// show returns the action that prints the response of a GET request below /_sandbox/.
func (r *remote) show(name string) action {
	return func(ctx context.Context, out io.Writer, _ []string) error {
		return print(out)(r.get(ctx, name, "application/json"))
	}
}

// print prints indented JSON.
func print(out io.Writer) func(io.ReadCloser, error) error {
	return func(body io.ReadCloser, err error) error {
		var value json.RawMessage
		if err = decode(&value)(body, err); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := json.Indent(&b, value, "", "  "); err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, b.String())
		return err
	}
}

// decode returns a func that decodes a response, unless there is an error.
func decode(into any) func(io.ReadCloser, error) error {
	return func(body io.ReadCloser, err error) error {
		if err != nil {
			return err
		}
		defer body.Close()
		return json.NewDecoder(body).Decode(into)
	}
}

func (r *remote) operations(ctx context.Context, out io.Writer, _ []string) error {
	var list struct {
		Operations []struct{ Operation, Class, Assumed, Missing string }
	}
	if err := decode(&list)(r.get(ctx, "operations", "application/json")); err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "OPERATION\tCLASS\tNOTES")
	for _, op := range list.Operations {
		fmt.Fprintf(table, "%s\t%s\t%s\n", op.Operation, cmp.Or(op.Class, "-"), cmp.Or(op.Missing, op.Assumed, "-"))
	}
	return table.Flush()
}

func (r *remote) seed(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 0 {
		return &usageError{errors.New("expected seed FILE")}
	}
	text, err := textfile.Read(args[0])
	if err != nil {
		return err
	}
	return r.say(ctx, out, "seed", map[string]string{"text": string(text), "file": args[0]})
}

func (r *remote) faults(ctx context.Context, out io.Writer, args []string) error {
	if len(args) == 0 {
		return r.show("faults")(ctx, out, nil)
	}
	faults := []admin.Fault{}
	var wrong []error
	for _, text := range args {
		if text == "none" && len(args) == 1 {
			break
		}
		f, err := parseFault(text)
		faults, wrong = append(faults, f), append(wrong, err)
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	return r.say(ctx, out, "faults", map[string]any{"faults": faults})
}

// requests prints the last requests, or with follow new ones.
func (r *remote) requests(ctx context.Context, out io.Writer, follow bool) error {
	if !follow {
		var list struct{ Requests []simulator.Request }
		err := decode(&list)(r.get(ctx, "requests", "application/json"))
		for _, one := range list.Requests {
			printRequest(out, one)
		}
		return err
	}
	body, err := r.get(ctx, "requests", "text/event-stream")
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")) // which is one line
		if !ok {
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

func printRequest(out io.Writer, q simulator.Request) {
	fmt.Fprintf(out, "%s %d %s %v", q.Time.UTC().Format("15:04:05.000"), q.Status, cmp.Or(q.Operation, q.Path, "no operation"), q.Duration.Round(10*time.Microsecond))
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
