package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/localhost"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/live/proxy"
	"example.com/opgen/internal/plan/redaction"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/project/record"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// recordFlags are the flags of gen record.
type recordFlags struct {
	serviceURL, listen, output string
	remote, quiet              bool
	values, hosts              []string

	service *url.URL // of to
}

// newRecord returns gen record. Its standard output is the recording, so everything else goes to
// the standard error.
func newRecord(f *flags) *cobra.Command {
	var r recordFlags
	cmd := &cobra.Command{
		Use:   "record --to URL | record FILE.har",
		Short: "Record the shapes of calls, from a proxy or a HAR file",
		Long: `record is a proxy that forwards all calls to the service at --to, and records the shapes
of requests and responses of the catalog's operations: types, counts, ranges of lengths
and formats. It records no headers or queries; values only with --values. Unknown keys
are hashed unless they look like identifiers and occur in five bodies. Other calls are
only counted. Ctrl-C ends it.

With a HAR file, which browsers can save, record reads its calls to the servers of
the catalog, or to --host.

The recording, which gen learn reads, goes to the standard output or is appended to the
--output file. Everything else is printed to the standard error.

  --values /contacts/*/type            keep the values there, in bodies of all operations
  --values claims.get_claim/status     keep the values there, in bodies of one operation

Sensitive values are never kept.

Exit codes: 0 after a complete recording, 2 if it could not start or be written.`,
		Example: `  gen record --to https://insurance.example.com --output calls.jsonl
  gen record session.har --host insurance.example.com > calls.jsonl`,
		Args: r.check,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			_, c, err := f.loadTarget()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return r.recordFile(ctx, cmd, c, args[0])
			}
			return r.recordCalls(ctx, cmd, c)
		},
		ValidArgsFunction: completeFiles,
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	r.addFlags(cmd)
	return cmd
}

// addFlags adds the flags of gen record alone.
func (r *recordFlags) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&r.serviceURL, "to", "", "the base `URL` of the service")
	set.StringVar(&r.listen, "listen", "127.0.0.1:8081",
		"the `address` of the proxy; port 0 picks a free one")
	set.BoolVar(&r.remote, "allow-remote", false, "accept calls from other machines")
	set.StringArrayVar(&r.hosts, "host", nil,
		"the `host` of the service in a HAR file, with port and base path if needed; repeatable")
	set.StringArrayVar(&r.values, "values", nil, "keep the values at a JSON `pointer`; repeatable")
	set.BoolVar(&r.quiet, "quiet", false, "do not show progress")
	addOutput(cmd, &r.output, "the `path` of the recording, to which calls are appended")
}

// check returns an error for flags that contradict each other, and parses the URL.
func (r *recordFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return cobra.MaximumNArgs(1)(cmd, args)
	case len(args) == 0 && r.serviceURL == "":
		return errors.New("nothing to record: set --to to the base URL of the service, " +
			"or name a HAR file")
	case len(args) == 1:
		for _, name := range []string{"to", "listen", "allow-remote"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s is for the proxy, and %s is a file: remove one of them",
					name, args[0])
			}
		}
		return nil
	case len(r.hosts) > 0:
		return errors.New("--host is for HAR files; --to is the service to call")
	}
	var err error
	r.service, err = credentials.ServiceURL("--to", r.serviceURL, "callers send their own, which are passed on")
	return errors.Join(err, record.CheckAddress(r.listen, r.remote))
}

// recordCalls forwards and records calls until the context is done.
func (r *recordFlags) recordCalls(ctx context.Context, cmd *cobra.Command, c *catalog.Catalog) error {
	listener, err := record.Listen(r.listen, r.service)
	if err != nil {
		return err
	}
	defer listener.Close()
	meter := progress.New(unwrap(cmd.ErrOrStderr()), "calls", 0, r.quiet)
	defer meter.Done()
	recorded, err := r.begin(cmd, c, meter)
	if err != nil {
		return err
	}
	r.greet(cmd.ErrOrStderr(), c, "http://"+localhost.Reachable(listener.Addr().String()))
	observed := observer.New(c, recorded.Recorder)
	var printed sync.Map
	p := proxy.New(r.service, observed, func(why string) {
		if _, isPrinted := printed.LoadOrStore(why, true); !isPrinted {
			say(meter, "gen: %s: %s", r.service, why)
		}
	})
	err = p.Serve(ctx, listener, proxy.Events{
		Ended: func() { meter.Add(1) },
		Interrupted: func() {
			say(meter, "gen: calls that took longer than %v were interrupted", proxy.ShutdownTimeout)
		},
	})
	meter.Done()
	sayLines(cmd.ErrOrStderr(), observed.Stats().Lines())
	return errors.Join(err, recorded.Close())
}

// greet prints the addresses, and a command to try.
func (r *recordFlags) greet(stderr io.Writer, c *catalog.Catalog, base string) {
	destination := cmp.Or(wording.OneLine(r.output), "standard output")
	fmt.Fprintf(stderr, "address    %s\nservice    %s\nrecording  %s\n", base, r.service, destination)
	if line := exampleCall(c, base); line != "" {
		fmt.Fprintf(stderr, "\n%s\n\n", line)
	}
}

// exampleCall returns a shell command that calls an operation, a read-only one if possible.
func exampleCall(c *catalog.Catalog, base string) string {
	writing := ""
	for op := range c.Operations() {
		r, ok := sample.Request(op, sample.Minimal)
		switch {
		case !ok:
		case op.Effect == catalog.Read:
			return curl.Line(op, base, r.JSON())
		case writing == "":
			writing = curl.Line(op, base, r.JSON())
		}
	}
	return writing
}

// begin starts the recording. Errors of writing it later go to log, once: calls are more important
// than their recording, and continue.
func (r *recordFlags) begin(
	cmd *cobra.Command, c *catalog.Catalog, log io.Writer,
) (*record.Recording, error) {
	for _, pointer := range r.values {
		if err := checkValues(c, pointer); err != nil {
			return nil, fmt.Errorf("--values %s: %w", pointer, err)
		}
	}
	return record.Begin(record.Options{
		Catalog: c,
		File:    r.output,
		Stdout:  escapeFor("json", cmd.OutOrStdout()),
		Values:  r.values,
		Failed: func(err error) {
			say(log, "gen: recording stopped, calls are still forwarded: %v", err)
		},
	})
}

// checkValues returns an error for a place of an operation that does not exist or is
// sensitive.
func checkValues(c *catalog.Catalog, pointer string) error {
	operation, parts, err := recording.ParsePlace(pointer)
	if err != nil || operation == "" {
		return err
	}
	_, op, err := selectAreas(c, operation)
	switch {
	case err != nil:
		return err
	case op == nil:
		return fmt.Errorf("%s is an area; name an operation, or begin with /", wording.Quote(operation))
	case redaction.IsSensitive(op, parts):
		return errors.New("it is sensitive, so its values are not kept")
	}
	return nil
}

// sayLines prints statistics, one a line.
func sayLines(stderr io.Writer, lines []string) {
	for _, line := range lines {
		say(stderr, "gen: %s", line)
	}
}

// recordFile records the calls in a HAR file.
func (r *recordFlags) recordFile(
	ctx context.Context, cmd *cobra.Command, c *catalog.Catalog, name string,
) error {
	file, err := textfile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	meter := progress.New(unwrap(cmd.ErrOrStderr()), progress.Bytes, int(info.Size()), r.quiet)
	defer meter.Done()
	var recorded *record.Recording // nil until there is something to record
	var refused error
	text := progressReader{ctx, file, meter}
	stats, err := har.Record(text, c, r.hosts, func() (*recording.Recorder, error) {
		recorded, refused = r.begin(cmd, c, meter)
		if refused != nil {
			return nil, refused
		}
		return recorded.Recorder, nil
	})
	meter.Done()
	if refused != nil {
		return refused
	}
	switch {
	case errors.Is(err, context.Canceled):
		stats.Notes = append(stats.Notes, "not all of the file was read")
		err = nil
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err == nil {
		sayLines(cmd.ErrOrStderr(), stats.Lines())
	}
	if recorded != nil {
		err = errors.Join(err, recorded.Close())
	}
	return err
}
