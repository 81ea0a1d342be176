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
	"example.com/opgen/internal/live/known"
	"example.com/opgen/internal/live/proxy"
	"example.com/opgen/internal/live/traffic"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/project/lock"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// patience is how long calls under way may take at the end, and then the recorder.
const patience = 5 * time.Second

// recordFlags are those of gen record.
type recordFlags struct {
	to, listen, output string
	remote, quiet      bool
	values, hosts      []string
}

func newRecord(f *flags) *cobra.Command {
	var r recordFlags
	cmd := &cobra.Command{
		Use:   "record --to URL | record FILE.har",
		Short: "Record the shapes of calls, from a proxy or a HAR file",
		Long: `record is a proxy that forwards all calls to the service at --to, and records the shapes
of requests and responses of the catalog's operations: types, counts, ranges of lengths
and formats. It records no values, headers or queries, and no keys except those that the
catalog knows or that look like the names of members. Other calls are only counted.
Ctrl-C ends it.

With a HAR file, which browsers can save, record reads its calls to the servers of
the catalog, or to --host.

The recording, which gen learn reads, goes to the standard output or is appended to the
file --output. Everything else is printed to the standard error.

  --values /contacts/*/type            keep the values there, in bodies of all operations
  --values claims.get_claim/status     the same, in those of one operation

Sensitive values are never kept.

Exit codes: 0 after a complete recording, 2 if it could not start or be written.`,
		Example: `  gen record --to https://insurance.example.com --output calls.jsonl
  gen record session.har --host insurance.example.com > calls.jsonl`,
		Args: func(cmd *cobra.Command, args []string) error { return r.check(cmd, args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			_, c, err := f.one()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return r.fromFile(ctx, cmd, c, args[0])
			}
			return r.fromCalls(ctx, cmd, c)
		},
		ValidArgsFunction: completeFiles,
	}
	f.add(cmd, "spec", "overlay", "target")
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

// check refuses flags that contradict each other.
func (r *recordFlags) check(cmd *cobra.Command, args []string) error {
	var wrong []error
	switch {
	case len(args) > 1:
		return fmt.Errorf("one HAR is recorded at a time, not %d; --output adds to a recording", len(args))
	case len(args) == 0 && r.to == "":
		return errors.New("nothing to record: give --to with the base URL of the service, or a HAR file")
	case len(args) == 1:
		for _, name := range []string{"to", "listen", "allow-remote"} {
			if cmd.Flags().Changed(name) {
				wrong = append(wrong, fmt.Errorf("--%s is for the proxy, and %s is a file: leave one of them out", name, args[0]))
			}
		}
	default:
		if len(r.hosts) > 0 {
			wrong = append(wrong, errors.New("--host is for HAR files; --to is the service that is called"))
		}
		if _, err := r.service(); err != nil {
			wrong = append(wrong, err)
		}
		wrong = append(wrong, r.checkAddress())
	}
	return errors.Join(wrong...)
}

func (r *recordFlags) service() (*url.URL, error) {
	return serviceURL("--to", r.to, "callers send their own, which are passed on")
}

// checkAddress refuses an address that others reach, unless that is meant.
func (r *recordFlags) checkAddress() error {
	at, err := net.ResolveTCPAddr("tcp", r.listen)
	if err != nil {
		return fmt.Errorf("--listen %s: expected HOST:PORT, such as 127.0.0.1:8081: %w", r.listen, err)
	}
	if !at.IP.IsLoopback() && !r.remote {
		return fmt.Errorf("--listen %s: others can reach this address, and by it the service; listen on 127.0.0.1, or add --allow-remote if that is meant", r.listen)
	}
	return nil
}

// fromCalls records calls that pass, until the context is done.
func (r *recordFlags) fromCalls(ctx context.Context, cmd *cobra.Command, c *catalog.Catalog) error {
	service, err := r.service()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", r.listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--listen %s: another program listens there; stop it, or choose another port", r.listen)
	}
	if err != nil {
		return fmt.Errorf("--listen %s: %w", r.listen, err)
	}
	defer listener.Close()
	if leadsTo(service, listener.Addr()) {
		return fmt.Errorf("--to %s is the address of the proxy itself; give that of the service, or another one with --listen", r.to)
	}
	meter := progress.New(behind(cmd.ErrOrStderr()), "calls", 0, r.quiet)
	defer meter.Done()
	rec, end, err := r.begin(cmd, c, meter)
	if err != nil {
		return err
	}
	base := "http://" + reachable(listener.Addr().String())
	fmt.Fprintf(cmd.ErrOrStderr(), "address    %s\nservice    %s\nrecording  %s\n", base, service, cmp.Or(wording.OneLine(r.output), "standard output"))
	if line := hint(c, base); line != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "\n%s\n\n", line)
	}

	observer := traffic.NewObserver(traffic.NewPaths(c), rec)
	p := proxy.New(service, observer, once(func(why string) { say(meter, "gen: %s: %s", service, why) }))
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
		slow, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if server.Shutdown(slow) != nil {
			say(meter, "gen: calls that took longer than %v were cut off", patience)
			server.Close()
		}
	}
	slow, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p.Close(slow)
	meter.Done()
	return errors.Join(err, r.finish(cmd, observer.Stats().Lines(), end))
}

// once returns a func that passes each text on once.
func once(f func(string)) func(string) {
	var said sync.Map
	return func(text string) {
		if _, before := said.LoadOrStore(text, true); !before {
			f(text)
		}
	}
}

// leadsTo reports whether a service is at an address of this machine.
func leadsTo(service *url.URL, address net.Addr) bool {
	port := cmp.Or(service.Port(), map[string]string{"http": "80", "https": "443"}[service.Scheme])
	at, err := net.ResolveTCPAddr("tcp", net.JoinHostPort(service.Hostname(), port))
	own := address.(*net.TCPAddr)
	return err == nil && at.Port == own.Port && (at.IP.Equal(own.IP) || own.IP.IsUnspecified() && at.IP.IsLoopback())
}

// reachable returns an address by which this machine reaches one that is listened on.
func reachable(address string) string {
	name, port, err := net.SplitHostPort(address)
	if err == nil && net.ParseIP(name).IsUnspecified() {
		return "127.0.0.1:" + port
	}
	return address
}

// hint returns a line for a shell that calls an operation, one that only reads if there
// is one.
func hint(c *catalog.Catalog, base string) string {
	var line string
	for op := range c.Operations() {
		r, ok := sample.Request(op, sample.Minimal)
		switch {
		case !ok:
		case op.Effect == catalog.Read:
			return curl.Line(op, base, r.JSON())
		case line == "":
			line = curl.Line(op, base, r.JSON())
		}
	}
	return line
}

// begin starts the recording. end closes its file, and says what kept it from being
// written.
func (r *recordFlags) begin(cmd *cobra.Command, c *catalog.Catalog, log io.Writer) (rec *recording.Recorder, end func() error, err error) {
	opts := []recording.Option{recording.OnError(func(err error) {
		say(log, "gen: nothing more is recorded, calls go on: %v", err)
	})}
	for _, pointer := range r.values {
		if err := checkValues(c, pointer); err != nil {
			return nil, nil, err
		}
		opts = append(opts, recording.Values(pointer))
	}
	out, file := in("json", cmd.OutOrStdout()), (*os.File)(nil)
	if r.output != "" {
		if file, err = openRecording(r.output); err != nil {
			return nil, nil, err
		}
		out = file
	}
	rec, err = recording.New(out, opts...)
	return rec, func() error {
		err := rec.Err()
		if file != nil {
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			return fmt.Errorf("the recording is not complete: %w", err)
		}
		return nil
	}, err
}

// checkValues refuses a place of an operation that is not there, or is sensitive.
func checkValues(c *catalog.Catalog, pointer string) error {
	operation, parts, err := recording.ParsePlace(pointer)
	if err != nil {
		return fmt.Errorf("--values %s: %w", pointer, err)
	}
	if operation == "" {
		return nil
	}
	s, err := choose(c, operation)
	switch {
	case err != nil:
		return fmt.Errorf("--values %s: %w", pointer, err)
	case s.operation == nil:
		return fmt.Errorf("--values %s: %s is an area; name an operation, or begin with /", pointer, wording.Quote(operation))
	case known.Hides(s.operation, parts):
		return fmt.Errorf("--values %s: it is sensitive, so its values are not kept", pointer)
	}
	return nil
}

// openRecording opens a file that a recording is added to, and keeps others from adding to
// it until it is closed: a line is of the header before it, so two recordings that are
// written at a time could not be told apart. The file may hold recordings, and nothing
// else.
func openRecording(name string) (*os.File, error) {
	if strings.HasSuffix(name, ".gz") {
		return nil, fmt.Errorf("--output %s: recordings are not compressed; leave out .gz and compress it afterwards, gen learn reads both", name)
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // a pipe would block whoever reads it
		return os.OpenFile(name, os.O_WRONLY, 0)
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
			err = errors.New("it is not a recording, so it stays as it is; choose another name")
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--output %s: %w", name, err), file.Close())
	}
	return file, nil
}

// finish says what was recorded.
func (r *recordFlags) finish(cmd *cobra.Command, lines []string, end func() error) error {
	for _, line := range lines {
		say(cmd.ErrOrStderr(), "gen: %s", line)
	}
	return end()
}

// fromFile records the calls in a HAR.
func (r *recordFlags) fromFile(ctx context.Context, cmd *cobra.Command, c *catalog.Catalog, name string) error {
	file, err := textfile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	meter := progress.New(behind(cmd.ErrOrStderr()), progress.Bytes, int(info.Size()), r.quiet)
	defer meter.Done()
	in := counted{until{ctx, file}, meter}
	var begun error
	end := func() error { return nil }
	stats, err := har.Record(in, c, r.hosts, func() (rec *recording.Recorder, err error) {
		rec, end, begun = r.begin(cmd, c, meter)
		return rec, begun
	})
	meter.Done()
	switch {
	case begun != nil:
		return begun
	case errors.Is(err, context.Canceled):
		stats.CutOff = "not all of the file was read"
	case err != nil:
		return errors.Join(fmt.Errorf("%s: %w", name, err), end())
	}
	return r.finish(cmd, stats.Lines(), end)
}

// until is a reader that ends with a context.
type until struct {
	ctx context.Context
	io.Reader
}

func (u until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}
