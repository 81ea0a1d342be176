package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/inputs"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/project/lock"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/progress"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// learnFlags are the flags and arguments of gen learn.
type learnFlags struct {
	*flags
	files, hosts               []string
	summary, output, decisions string
	quiet                      bool
	report                     *reportFlags
}

// newLearn returns gen learn. The overlay and the summary are written at the end, under a lock of
// the summary: two runs at one time both count, and an interrupted one changes nothing.
func newLearn(f *flags) *cobra.Command {
	l := &learnFlags{flags: f, report: newReportFlags(report.Error)}
	cmd := &cobra.Command{
		Use:   "learn FILE...",
		Short: "Write an overlay of the responses in recordings",
		Long: `learn reads recordings from gen record and api.WithRecorder, and writes an overlay with
the shapes of responses that the catalog does not show, and the types of unspecified
fields in lenient responses. A FILE may also be a HAR file or a summary, and may be
compressed with gzip; "-" is the standard input.

--summary names the file that keeps what was learned. Each recording is added to it
once, and the overlay is made from all of them. FILE is then optional.

learn reports responses that contradict the catalog, and questions for you. Answer them
in learn.yaml beside the overlay.

Exit codes: 0 if there are no findings at or above the --fail-on level, 1 if there are,
2 if a file cannot be read.`,
		Example: `  gen learn traffic.jsonl.gz --output spec/learned.yaml
  gen learn today.jsonl --summary spec/learned.json --output spec/learned.yaml`,
		Args: func(_ *cobra.Command, args []string) error { return l.check(args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			l.files = args
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return l.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f.addShared(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	l.report.addFlags(cmd)
	l.addFlags(cmd)
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

// addFlags adds the flags of gen learn alone.
func (l *learnFlags) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&l.summary, "summary", "", "the `file` that keeps what was learned; created if missing")
	set.StringVar(&l.output, "output", "",
		"write the overlay to a `file`; without it, only findings are printed")
	set.StringVar(&l.decisions, "decisions", "", "a `file` with your decisions; "+
		"by default "+learn.DecisionsName+" beside the overlay, if it exists")
	set.StringArrayVar(&l.hosts, "host", nil,
		"the `host` of the service in a HAR file, with port and base path if needed; repeatable")
	set.BoolVar(&l.quiet, "quiet", false, "do not show progress")
	_ = cmd.MarkFlagFilename("decisions", "yaml", "yml")
	_ = cmd.MarkFlagFilename("output", "yaml", "yml")
	_ = cmd.MarkFlagFilename("summary", "json")
}

// check returns an error for flags that contradict each other.
func (l *learnFlags) check(args []string) error {
	switch {
	case len(args) == 0 && l.summary == "":
		return errors.New("name a recording, or a summary with --summary")
	case filepath.Base(l.output) == learn.DecisionsName:
		return fmt.Errorf("--output %s: a file of this name holds decisions; "+
			"choose another, such as learned.yaml", l.output)
	case l.output != "" && l.summary != "" && targets.SamePath(l.output, l.summary):
		return fmt.Errorf("--output and --summary both name %s: the overlay and the summary "+
			"are two files", l.output)
	}
	return nil
}

// run reads everything that may be refused before it learns, and learns before it writes. The
// report comes last, and its findings decide about the exit code.
func (l *learnFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	if l.Spec == targets.Stdin && slices.Contains(l.files, targets.Stdin) {
		return errors.New("the standard input cannot be both the catalog and a recording")
	}
	// The overlay to write already shows what learn should learn.
	t, c, err := l.loadTarget(l.output)
	if err != nil {
		return err
	}
	decided, err := l.readDecisions(c)
	if err != nil {
		return err
	}
	summary := new(learn.Summary)
	notices, err := l.readFiles(ctx, c, summary, stderr)
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted; nothing was written")
	}
	if err != nil {
		return err
	}
	result, err := l.learn(c, summary, decided)
	if err != nil {
		return err
	}
	verdict := l.report.print(stdout, &report.Report{
		Command:  "gen learn",
		Subject:  wording.List(t.Files(), "and"),
		Head:     t.Files()[0],
		Rules:    learn.Rules(),
		Findings: result.Findings,
		Notices:  append(notices, l.shadowNotices(t)...),
	})
	return cmp.Or(sayLearned(stderr, summary, result), verdict)
}

// readDecisions returns nil if there are none.
func (l *learnFlags) readDecisions(c *catalog.Catalog) (*learn.Decisions, error) {
	source, err := decisionsFor(l.output, l.decisions, learn.DecisionsName)
	if err != nil || source == nil {
		return nil, err
	}
	return learn.ReadDecisions(*source, c)
}

// readFiles adds the files to the summary and returns notices. The error names all unreadable
// files.
func (l *learnFlags) readFiles(
	ctx context.Context, c *catalog.Catalog, summary *learn.Summary, stderr io.Writer,
) (notices []string, err error) {
	total := 0
	for _, name := range l.files {
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() {
			total += int(info.Size())
		}
	}
	meter := progress.New(unwrap(stderr), progress.Bytes, total, l.quiet)
	defer meter.Done()
	r := &inputs.Reader{Catalog: c, Hosts: l.hosts, Into: summary}
	var problems []error
	for _, name := range l.files {
		fileNotices, err := readFile(ctx, r, name, meter)
		if errors.Is(err, context.Canceled) {
			return notices, err
		}
		if err != nil {
			problems = append(problems, err)
		}
		notices = append(notices, fileNotices...)
	}
	return notices, errors.Join(problems...)
}

// readFile reads one file. Its notices and its error begin with the name.
func readFile(
	ctx context.Context, r *inputs.Reader, name string, meter *progress.Meter,
) (notices []string, err error) {
	var source io.Reader
	if name == targets.Stdin {
		source = interruptibleReader(ctx, os.Stdin)
		name = targets.StdinName
	} else {
		file, err := textfile.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		source = file
	}
	notices, err = r.Read(progressReader{ctx, source, meter})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, notice := range notices {
		notices[i] = name + ": " + notice
	}
	return notices, nil
}

// learn learns, and writes the overlay and the summary. What another run has added to the
// summary since it was read is kept.
func (l *learnFlags) learn(
	c *catalog.Catalog, summary *learn.Summary, decided *learn.Decisions,
) (*learn.Result, error) {
	if l.summary != "" {
		unlock, err := lock.ByName(l.summary)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if err := addSummary(summary, l.summary); err != nil {
			return nil, err
		}
	}
	result := learn.Learn(c, summary, decided)
	if l.output != "" {
		if err := l.checkOverlay(result); err != nil {
			return nil, err
		}
		if err := output.WriteDocument(l.output, result.Overlay); err != nil {
			return nil, err
		}
	}
	if l.summary != "" { // last, so that it does not change if the overlay is refused
		if err := output.WriteDocument(l.summary, summary.JSON()); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// addSummary adds the content of a summary file, if it exists.
func addSummary(summary *learn.Summary, name string) error {
	file, err := textfile.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	former, err := learn.ReadSummary(file)
	if err != nil {
		return fmt.Errorf("%s: %w; it is left as it is", name, err)
	}
	summary.Merge(former)
	return nil
}

// checkOverlay compares the result with the existing overlay. It returns an error if the
// recordings no longer have operations or fields that the overlay shows.
func (l *learnFlags) checkOverlay(result *learn.Result) error {
	text, err := textfile.Read(l.output)
	if err != nil || !output.IsDocument(text) {
		return nil // there is none, or writing fails
	}
	forgotten, unshown, err := result.Compare(yamldoc.Source{Name: l.output, Text: text})
	if l.summary == "" {
		forgotten = append(forgotten, unshown...)
	}
	if len(forgotten) > 0 {
		return fmt.Errorf("%s shows %s that the recordings do not show: %s; "+
			"name all recordings, or keep a --summary; to start again, delete the file",
			l.output, wording.Count(len(forgotten), "place"), wording.QuotedList(forgotten, "and"))
	}
	return err
}

// shadowNotices returns notices about learned overlays other than the one to write: what they
// show is not learned again.
func (l *learnFlags) shadowNotices(t *targets.Target) (notices []string) {
	for _, name := range t.Overlays {
		text, err := textfile.Read(name)
		if err == nil && learn.IsOverlay(text) {
			notices = append(notices, name+": the content of this learned overlay is not learned again; "+
				"to replace it, set --output "+name)
		}
	}
	return notices
}

// sayLearned prints what was learned from how much.
func sayLearned(stderr io.Writer, summary *learn.Summary, result *learn.Result) error {
	refined := ""
	if result.Refined > 0 {
		refined = ", and the types of " + wording.Count(result.Refined, "field")
	}
	return say(stderr, "gen: %s of %s; learned the responses of %s%s",
		wording.Count(summary.Exchanges(), "call"),
		wording.Count(len(summary.Recordings), "recording"),
		wording.Count(result.Shown, "operation"), refined)
}
