// Command mcp serves any catalog to agents by the Model Context Protocol.
//
// See mcp --help. The exit code is 0 if the client ends the session or a signal ends the server,
// and 2 if the server cannot run: a wrong flag, a file with problems, an address in use.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/mcp/internal/server"
)

// exitFailed is the exit code of a server that cannot run.
const exitFailed = 2

// urlVariable is the environment variable with the base URL, which gen call reads too.
const urlVariable = "OPGEN_URL"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd := newCommand()
	if err := cmd.ExecuteContext(ctx); err != nil {
		printError(os.Stderr, err)
		os.Exit(exitFailed)
	}
}

// printError prints an error, or each error of a joined one.
func printError(stderr io.Writer, err error) {
	if problems, ok := err.(catalog.Problems); ok {
		fmt.Fprint(stderr, problems.Error())
		fmt.Fprintf(stderr, "mcp: %s\n", wording.Count(len(problems), "problem"))
		return
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			printError(stderr, one)
		}
		return
	}
	fmt.Fprintf(stderr, "mcp: %v\n", err)
}

// flags are the flags of the command.
type flags struct {
	spec        string
	overlays    []string
	url         string
	credentials string
	hosts       []string
	timeout     time.Duration
	allow       []string
	allowWrites bool
	sensitive   bool
	limits      server.Limits
	tools       string
	http        string
	tokens      string
}

// newCommand returns the command with its flags.
func newCommand() *cobra.Command {
	f := &flags{}
	cmd := &cobra.Command{
		Use:   "mcp --spec FILE --url URL",
		Short: "Serve a catalog to agents by the Model Context Protocol",
		Long: `mcp offers the operations of a catalog to agents: tools that find, describe and call
them, and the reference as resources. It speaks the protocol on the standard input and
output, or by HTTP with --http.

Operations that write are refused unless they are named: --allow contacts.new_contact,
--allow 'claims.*' or --allow-writes. Nothing that an agent or the service sends changes
this list.

Sensitive values in responses are hidden. Each has a handle in its place, which a later
call can pass on where the catalog marks a field as sensitive. This keeps values out of
transcripts. It is no defense against an agent that may write: it can send a value to
where it can be read.

Credentials are read from ` + credentials.Variable + ` or from the --credentials file, as gen call
reads them. Each call is logged to the standard error, without values.`,
		Example: `  mcp --spec spec/operations.yaml --url http://127.0.0.1:8080
  mcp --spec spec/operations.yaml --url http://127.0.0.1:8080 --allow 'contacts.*' --http 127.0.0.1:8765`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.addTo(cmd)
	return cmd
}

// addTo adds the flags to the command.
func (f *flags) addTo(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.spec, "spec", "", "the catalog `file`")
	set.StringArrayVar(&f.overlays, "overlay", nil, "an overlay `file`; repeatable, in order")
	set.StringVar(&f.url, "url", "", "the base `URL` of the service; "+urlVariable+" may set it")
	set.StringVar(&f.credentials, "credentials", "", "a `file` with credentials of the service")
	set.StringArrayVar(&f.hosts, "host", nil,
		"a `name` by which --http is reached, or a host that issues tokens, besides this machine; repeatable")
	set.DurationVar(&f.timeout, "timeout", 30*time.Second,
		"the `time` that each attempt of a call may take")
	set.StringArrayVar(&f.allow, "allow", nil,
		"allow writes by a `pattern` of operations, such as claims.*; repeatable")
	set.BoolVar(&f.allowWrites, "allow-writes", false, "allow all operations that write")
	set.BoolVar(&f.sensitive, "show-sensitive", false,
		"show sensitive values, and responses that the catalog does not describe")
	set.IntVar(&f.limits.Calls, "max-calls", 1000, "the `number` of calls that a client may make")
	set.Float64Var(&f.limits.Rate, "rate", 5, "the `number` of calls a second")
	set.IntVar(&f.limits.Bytes, "max-bytes", 20_000,
		"the `number` of bytes of a response that are shown")
	set.StringVar(&f.tools, "tools", "four",
		"`four` tools for all operations, or all: one for each operation")
	set.StringVar(&f.http, "http", "", "serve HTTP at an `address`, such as 127.0.0.1:8765 or :8765")
	set.StringVar(&f.tokens, "token-file", "", "a `file` with the tokens of HTTP clients, one a line")
}

// check returns everything that is wrong with the flags by themselves.
func (f *flags) check() error {
	var wrong []error
	refuseIf := func(isWrong bool, text string) {
		if isWrong {
			wrong = append(wrong, errors.New(text))
		}
	}
	refuseIf(f.spec == "", "--spec is required: the catalog file")
	refuseIf(f.url == "", "--url or "+urlVariable+" is required, such as http://127.0.0.1:8080")
	refuseIf(f.tools != "four" && f.tools != "all", "--tools must be four or all")
	refuseIf(f.limits.Calls <= 0, "--max-calls must be positive")
	refuseIf(f.limits.Rate <= 0, "--rate must be positive")
	refuseIf(f.limits.Bytes <= 0, "--max-bytes must be positive")
	refuseIf(f.timeout <= 0, "--timeout must be a positive time, such as 10s")
	refuseIf(f.tokens != "" && f.http == "", "--token-file is for --http")
	return errors.Join(wrong...)
}

// run serves until the client ends the session or the context ends, neither of which is an error.
func (f *flags) run(cmd *cobra.Command) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr() // the standard output belongs to the protocol
	if f.url == "" {
		f.url = os.Getenv(urlVariable)
	}
	if err := f.check(); err != nil {
		return err
	}
	cfg, err := f.config(ctx, stderr)
	if err != nil {
		return err
	}
	s := server.New(cfg)
	if f.http != "" {
		return f.serveHTTP(ctx, s, stderr)
	}
	err = s.Protocol().Run(ctx, &mcp.StdioTransport{})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// config reads the files that the flags name. It requests a token if the credentials need one, so
// that a wrong secret is an error of the start and not of the first call.
func (f *flags) config(ctx context.Context, stderr io.Writer) (server.Config, error) {
	cfg := server.Config{
		Timeout:       f.timeout,
		ShowSensitive: f.sensitive,
		Limits:        f.limits,
		Each:          f.tools == "all",
		Log:           slog.New(slog.NewTextHandler(stderr, nil)),
	}
	c, err := catalog.Load(f.spec, f.overlays...)
	if err != nil {
		return cfg, err
	}
	cfg.Catalog = c
	base, err := credentials.ServiceURL("--url", f.url,
		"put them into "+credentials.Variable+" instead, as basic NAME:SECRET")
	if err != nil {
		return cfg, err
	}
	cfg.Base = base.String()
	cfg.Allowed, err = server.Allow(c, f.allow, f.allowWrites)
	if err != nil {
		return cfg, err
	}
	secrets, err := credentials.Read(f.credentials)
	if err != nil {
		return cfg, err
	}
	hosts := append([]string{base.Host}, f.hosts...)
	service := credentials.Service{URL: base, Catalog: c, Hosts: hosts}
	renewing := &renewingCredentials{secrets: secrets, service: service}
	cfg.Credentials = renewing.options
	_, err = renewing.options(ctx)
	return cfg, err
}
