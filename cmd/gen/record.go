package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/curl"
	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/hostname"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/live/proxy"
	"example.com/opgen/internal/live/traffic"
	"example.com/opgen/internal/plan/places"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/project/lock"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// shutdownTimeout is the time limit for calls in progress at the end, and then for the recorder.
const shutdownTimeout = 5 * time.Second

// recordFlags are the flags of gen record.
type recordFlags struct {
	to, listen, output string
	service            *url.URL // of to
	remote, quiet      bool
	values, hosts      []string

	rec  *recording.Recorder // nil until begin
	file *os.File            // of output, if set
}

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
		Args: func(cmd *cobra.Command, args []string) error { return r.check(cmd, args) },
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
	f.add(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	set := cmd.Flags()
	set.StringVar(&r.to, "to", "", "the base `URL` of the service")
	set.StringVar(&r.listen, "listen", "127.0.0.1:8081", "the `address` of the proxy; port 0 picks a free one")
	set.BoolVar(&r.remote, "allow-remote", false, "accept calls from other machines")
	set.StringArrayVar(&r.hosts, "host", nil, "the `host` of the service in a HAR file, with port and base path if needed; repeatable")
	set.StringArrayVar(&r.values, "values", nil, "keep the values at a JSON `pointer`; repeatable")
	set.BoolVar(&r.quiet, "quiet", false, "do not show progress")
	addOutput(cmd, &r.output, "the `path` of the recording, to which calls are appended")
	return cmd
}

// check returns an error for flags that contradict each other, and parses the URL.
func (r *recordFlags) check(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return cobra.MaximumNArgs(1)(cmd, args)
	case len(args) == 0 && r.to == "":
		return errors.New("nothing to record: set --to to the base URL of the service, or name a HAR file")
	case len(args) == 1:
		for _, name := range []string{"to", "listen", "allow-remote"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s is for the proxy, and %s is a file: remove one of them", name, args[0])
			}
		}
		return nil
	case len(r.hosts) > 0:
		return errors.New("--host is for HAR files; --to is the service to call")
	}
	service, err := serviceURL("--to", r.to, "callers send their own, which are passed on")
	r.service = service
	return errors.Join(err, r.checkAddress())
}

// checkAddress returns an error for an address that other machines can reach, unless
// --allow-remote is set.
func (r *recordFlags) checkAddress() error {
	at, err := net.ResolveTCPAddr("tcp", r.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: expected HOST:PORT, such as 127.0.0.1:8081: %w", r.listen, err)
	}
	if !at.IP.IsLoopback() && !r.remote {
		return fmt.Errorf("--listen %s: other machines can reach this address, and through it the service; listen on 127.0.0.1, or add --allow-remote", r.listen)
	}
	return nil
}

// recordCalls forwards and records calls until the context is done.
func (r *recordFlags) recordCalls(ctx context.Context, cmd *cobra.Command, c *catalog.Catalog) error {
	listener, err := net.Listen("tcp", r.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--listen %s: another program uses this address; stop it, or choose another port", r.listen)
	}
	if err != nil {
		return fmt.Errorf("--listen %s: %w", r.listen, err)
	}
	defer listener.Close()
	if isSameAddress(r.service, listener.Addr()) {
		return fmt.Errorf("--to %s is the address of the proxy itself; set it to the address of the service, or choose another --listen", r.to)
	}
	meter := progress.New(unwrap(cmd.ErrOrStderr()), "calls", 0, r.quiet)
	defer meter.Done()
	if err := r.begin(cmd, c, meter); err != nil {
		return err
	}
	base := "http://" + hostname.Reachable(listener.Addr().String())
	fmt.Fprintf(cmd.ErrOrStderr(), "address    %s\nservice    %s\nrecording  %s\n", base, r.service, cmp.Or(wording.OneLine(r.output), "standard output"))
	if line := exampleCall(c, base); line != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "\n%s\n\n", line)
	}

	observer := traffic.NewObserver(c, r.rec)
	var printed sync.Map
	p := proxy.New(r.service, observer, func(why string) {
		if _, before := printed.LoadOrStore(why, true); !before {
			say(meter, "gen: %s: %s", r.service, why)
		}
	})
	server := p.NewServer()
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, call *http.Request) {
		defer meter.Add(1)
		p.ServeHTTP(w, call)
	})
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		slow, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
		defer cancel()
		if server.Shutdown(slow) != nil {
			say(meter, "gen: calls that took longer than %v were interrupted", shutdownTimeout)
			server.Close()
		}
	}
	slow, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	p.Close(slow)
	meter.Done()
	return errors.Join(err, r.finish(cmd, observer.Stats().Lines()))
}

// isSameAddress reports whether a service is at an address of this machine.
func isSameAddress(service *url.URL, address net.Addr) bool {
	port := cmp.Or(service.Port(), map[string]string{"http": "80", "https": "443"}[service.Scheme])
	at, err := net.ResolveTCPAddr("tcp", net.JoinHostPort(service.Hostname(), port))
	own := address.(*net.TCPAddr)
	return err == nil && at.Port == own.Port && (at.IP.Equal(own.IP) || own.IP.IsUnspecified() && at.IP.IsLoopback())
}

// exampleCall returns a shell command that calls an operation, a read-only one if possible.
func exampleCall(c *catalog.Catalog, base string) string {
	for _, read := range []bool{true, false} {
		for op := range c.Operations() {
			if r, ok := sample.Request(op, sample.Minimal); ok && read == (op.Effect == catalog.Read) {
				return curl.Line(op, base, r.JSON())
			}
		}
	}
	return ""
}

// begin starts the recording.
func (r *recordFlags) begin(cmd *cobra.Command, c *catalog.Catalog, log io.Writer) (err error) {
	for _, pointer := range r.values {
		if err := checkValues(c, pointer); err != nil {
			return fmt.Errorf("--values %s: %w", pointer, err)
		}
	}
	out := escapeFor("json", cmd.OutOrStdout())
	if r.output != "" {
		if r.file, err = openRecording(r.output); err != nil {
			return err
		}
		out = r.file
	}
	if r.rec, err = recording.New(out, r.values...); err == nil {
		r.rec.HideUnknown(learn.LooksSensitive(c))
		r.rec.OnError(func(err error) { say(log, "gen: recording stopped, calls are still forwarded: %v", err) })
	}
	return err
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
	case places.IsSensitive(op, parts):
		return errors.New("it is sensitive, so its values are not kept")
	}
	return nil
}

// openRecording opens a file to append a recording, and locks it until it is closed: a line
// belongs to the header before it, so two recordings that are written at the same time could
// not be distinguished. The file must be empty or contain recordings.
func openRecording(name string) (*os.File, error) {
	if strings.HasSuffix(name, ".gz") {
		return nil, fmt.Errorf("--output %s: recordings are not compressed; remove .gz and compress the file afterwards, gen learn reads both", name)
	}
	// Reading from a pipe would block.
	if device, err := output.OpenDevice(name); device != nil || err != nil {
		return device, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if lock.TryLock(file) {
		err = errors.New("another gen record writes to it; choose another name, gen learn reads several files")
	} else {
		const head = `{"opgen":"recording"`
		start := make([]byte, len(head))
		if n, errRead := io.ReadFull(file, start); errRead != io.EOF && string(start[:n]) != head {
			err = errors.New("it is not a recording and was not changed; choose another name")
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--output %s: %w", name, err), file.Close())
	}
	return file, nil
}

// finish prints what was recorded, closes the file, and returns the first error of writing it.
func (r *recordFlags) finish(cmd *cobra.Command, lines []string) error {
	for _, line := range lines {
		say(cmd.ErrOrStderr(), "gen: %s", line)
	}
	if r.rec == nil {
		return nil
	}
	err := r.rec.Err()
	if r.file != nil {
		err = errors.Join(err, r.file.Close())
	}
	if err != nil {
		return fmt.Errorf("the recording is not complete: %w", err)
	}
	return nil
}

// recordFile records the calls in a HAR file.
func (r *recordFlags) recordFile(ctx context.Context, cmd *cobra.Command, c *catalog.Catalog, name string) error {
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
	in := progressReader{ctx, file, meter}
	var begun error
	stats, err := har.Record(in, c, r.hosts, func() (*recording.Recorder, error) {
		begun = r.begin(cmd, c, meter)
		return r.rec, begun
	})
	meter.Done()
	switch {
	case begun != nil:
		return begun
	case errors.Is(err, context.Canceled):
		stats.Notes = append(stats.Notes, "not all of the file was read")
	case err != nil:
		return errors.Join(fmt.Errorf("%s: %w", name, err), r.finish(cmd, nil))
	}
	return r.finish(cmd, stats.Lines())
}
