package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
	"example.com/opgen/sandbox/internal/auth"
)

// The root command serves, so that the shortest command line starts a sandbox. The commands in
// commands.go talk to one that is running, through the administration, and share none of these
// flags.

// flags are the flags of the root command, which serves.
type flags struct {
	inputs
	listen  string
	hosts   []string
	db      string
	tls     bool
	auth    []string
	callers string
	lenient bool
	worlds  int
	latency time.Duration
	faults  []string

	setLatency bool // --latency was passed, even as 0
}

// newRoot returns the command sandbox, which serves, with the commands for a running one.
func newRoot() *cobra.Command {
	f := new(flags)
	root := &cobra.Command{
		Use:   "sandbox",
		Short: "Serve a catalog and store documents",
		Long: `Sandbox serves a catalog of operations, and stores the documents that calls create.
Without flags, it serves the insurance service at http://127.0.0.1:8080 and keeps its
state in a file. Commands control a sandbox that is running.

The file resources.yaml beside the catalog defines what operations do; an operation that
it leaves out responds with its example, or with 501 if the catalog has none.

Exit codes: 0 on success, 1 if the sandbox refused a command, 2 if a command could not run.`,
		Example: `  sandbox --spec operations.yaml --db memory
  sandbox requests --follow`,
		Args:              noArguments,
		RunE:              func(cmd *cobra.Command, _ []string) error { return f.serveUntilSignal(cmd) },
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(wrongUsage)
	root.SetContext(context.Background())
	root.Flags().SortFlags = false
	f.add(root)
	root.AddCommand(newCommands()...)
	return root
}

// noArguments refuses arguments of the root command: they are misspelled names of commands.
func noArguments(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	suggestion := wording.DidYouMean(args[0], names)
	return &usageError{fmt.Errorf("unknown command %s%s", wording.Quote(args[0]), suggestion)}
}

// serveUntilSignal serves until Ctrl-C or SIGTERM. A second signal ends the process at once, without
// waiting for calls in progress.
func (f *flags) serveUntilSignal(root *cobra.Command) error {
	ctx, stop := signal.NotifyContext(root.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	f.setLatency = root.Flags().Changed("latency")
	return f.serve(ctx, root.OutOrStdout())
}

// add adds the flags to the root command, in the order of its help.
func (f *flags) add(root *cobra.Command) {
	f.catalogFlags(root)
	set := root.Flags()
	set.StringVar(&f.resources, "resources", "",
		"the `file` that defines what operations do; by default resources.yaml beside the catalog")
	set.StringVar(&f.seeds, "seeds", "",
		"the `file` with the documents of new worlds; by default seeds.yaml beside the catalog")
	set.BoolVar(&f.empty, "empty", false,
		"start new worlds without documents")
	set.StringVar(&f.db, "db", "",
		"the `store` of documents: memory, a file, or postgres://...")
	set.StringVar(&f.listen, "listen", "127.0.0.1:8080",
		"the `address`; port 0 picks a free one")
	set.StringArrayVar(&f.hosts, "host", nil,
		"an additional host `name` of the sandbox; repeatable")
	set.BoolVar(&f.tls, "tls", false,
		"serve https with a new certificate")
	set.StringSliceVar(&f.auth, "auth", nil,
		"the `ways` in which callers authenticate: none, catalog, or any of "+
			"bearer, basic, header:NAME, body:NAME, oauth2, oauth2:PATH")
	set.StringVar(&f.callers, "callers", "",
		"a `file` with a line NAME:SECRET for each caller; created if it does not exist")
	set.BoolVar(&f.lenient, "lenient", false,
		"accept fields that the catalog does not have")
	set.IntVar(&f.worlds, "worlds", 100,
		"the maximum `number` of additional worlds")
	set.DurationVar(&f.latency, "latency", 0,
		"the delay of each call, such as 200ms")
	set.StringArrayVar(&f.faults, "faults", nil,
		"a `fault`, such as operation=contacts.new_contact,status=503,times=2; repeatable")
}

// policy returns the credentials that --auth names, and whether anyone may call. If it
// returns neither, the catalog decides.
func (f *flags) policy() (ways []*catalog.Way, open bool, err error) {
	isOnly := func(word string) bool { return len(f.auth) == 1 && f.auth[0] == word }
	anyone := len(f.auth) == 0 || isOnly(auth.None)
	switch {
	case f.auth != nil && len(f.auth) == 0: // a variable of a script is not set
		return nil, false, errors.New("--auth is empty; " +
			"pass how callers authenticate, such as bearer, or none if anyone may call")
	case anyone && f.callers != "":
		const form = "--callers %s: without --auth anyone may call; " +
			"pass --auth, such as --auth bearer, or omit --callers"
		return nil, false, fmt.Errorf(form, f.callers)
	case anyone:
		return nil, true, nil
	case isOnly(auth.Catalog):
		return nil, false, nil
	}
	ways, err = auth.ParseWays(f.auth)
	return ways, false, err
}
