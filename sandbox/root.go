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
	"example.com/opgen/sandbox/auth"
)

// flags are those of the root command, which serves.
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

	setLatency bool // --latency is given, if only as 0
}

func newRoot() *cobra.Command {
	f := new(flags)
	root := &cobra.Command{
		Use:   "sandbox",
		Short: "Answer the calls of a catalog, on documents that are kept",
		Long: `sandbox answers the calls of a catalog of operations, on documents that it keeps.
Without flags it is the insurance service on http://127.0.0.1:8080, with its state in
a file. The commands talk to a sandbox that runs.

Exit codes: 0 all is well; 1 the sandbox refused a command; 2 the command cannot run.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			return &usageError{fmt.Errorf("unknown command %s%s", wording.Quote(args[0]), wording.DidYouMean(args[0], names))}
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait
			f.setLatency = cmd.Flags().Changed("latency")
			return f.serve(ctx, cmd.OutOrStdout())
		},
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetFlagErrorFunc(wrongUsage)
	root.SetContext(context.Background())
	set := root.Flags()
	set.SortFlags = false
	f.catalogFlags(root)
	set.StringVar(&f.resources, "resources", "", "what operations do; resources.yaml beside the catalog without this flag")
	set.StringVar(&f.seeds, "seeds", "", "the documents of a new world; seeds.yaml beside the catalog without this flag")
	set.BoolVar(&f.empty, "empty", false, "start new worlds without documents")
	set.StringVar(&f.db, "db", "", "where documents are kept: memory, a file, or postgres://...")
	set.StringVar(&f.listen, "listen", "127.0.0.1:8080", "the address; port 0 takes any free one")
	set.StringArrayVar(&f.hosts, "host", nil, "a name besides localhost by which the sandbox is called; may be repeated")
	set.BoolVar(&f.tls, "tls", false, "serve https, with a certificate that the sandbox makes")
	set.StringSliceVar(&f.auth, "auth", nil, "what callers send: none, catalog, or of bearer, basic, header:NAME, body:NAME, oauth2 and oauth2:PATH those that are let in")
	set.StringVar(&f.callers, "callers", "", "a file with a line NAME:SECRET for each caller; made if there is none")
	set.BoolVar(&f.lenient, "lenient", false, "accept fields that the catalog does not have")
	set.IntVar(&f.worlds, "worlds", 100, "how many worlds there are at most besides the default one")
	set.DurationVar(&f.latency, "latency", 0, "how long each call waits, such as 200ms")
	set.StringArrayVar(&f.faults, "faults", nil, "a fault, such as operation=contacts.new_contact,status=503,times=2; may be repeated")
	root.AddCommand(newCommands()...)
	return root
}

// policy returns what callers send as --auth says, and whether everybody may call. Without
// both, the catalog says who may.
func (f *flags) policy() (ways []*catalog.Way, open bool, err error) {
	switch everybody := len(f.auth) == 0 || len(f.auth) == 1 && f.auth[0] == auth.None; {
	case f.auth != nil && len(f.auth) == 0: // a variable of a script is not set
		return nil, false, errors.New("--auth: it is empty; name what callers send, such as bearer, or none if everybody may call")
	case everybody && f.callers != "":
		return nil, false, fmt.Errorf("--callers %s: without --auth everybody may call; say with --auth what callers send, such as bearer, or leave out --callers", f.callers)
	case everybody:
		return nil, true, nil
	case len(f.auth) == 1 && f.auth[0] == auth.Catalog:
		return nil, false, nil
	}
	ways, err = auth.ParseWays(f.auth)
	return ways, false, err
}
