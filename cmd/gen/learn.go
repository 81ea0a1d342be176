package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"example.com/opgen/internal/live/har"
	"example.com/opgen/internal/live/learn"
	"example.com/opgen/internal/project/lock"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/recording"
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

func newLearn(f *flags) *cobra.Command {
	g := &learnFlags{flags: f, report: newReportFlags(report.Error)}
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
		Example: "  gen learn traffic.jsonl.gz --output spec/learned.yaml\n  gen learn today.jsonl --summary spec/learned.json --output spec/learned.yaml",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && g.summary == "":
				return errors.New("name a recording, or a summary with --summary")
			case filepath.Base(g.output) == learn.DecisionsName:
				return fmt.Errorf("--output %s: a file of this name holds decisions; choose another, such as learned.yaml", g.output)
			}
			if g.output != "" && g.summary != "" && samePath(g.output, g.summary) {
				return fmt.Errorf("--output and --summary both name %s: the overlay and the summary are two files", g.output)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			g.files = args
			ctx, stop := interruptible(cmd.Context())
			defer stop()
			return g.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f.add(cmd, "spec", "overlay", "target")
	mentionStdin(cmd)
	g.report.add(cmd)
	cmd.Flags().StringVar(&g.summary, "summary", "", "the `file` that keeps what was learned; created if missing")
	cmd.Flags().StringVar(&g.output, "output", "", "write the overlay to a `file`; without it, only findings are printed")
	cmd.Flags().StringVar(&g.decisions, "decisions", "", "a `file` with your decisions; by default "+learn.DecisionsName+" beside the overlay, if it exists")
	cmd.Flags().StringArrayVar(&g.hosts, "host", nil, "the `host` of the service in a HAR file, with port and base path if needed; repeatable")
	cmd.Flags().BoolVar(&g.quiet, "quiet", false, "do not show progress")
	_ = cmd.MarkFlagFilename("decisions", "yaml", "yml")
	_ = cmd.MarkFlagFilename("output", "yaml", "yml")
	_ = cmd.MarkFlagFilename("summary", "json")
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

func (g *learnFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	if g.spec == stdinFlag && slices.Contains(g.files, stdinFlag) {
		return errors.New("the standard input cannot be both the catalog and a recording")
	}
	// The overlay to write already shows what learn should learn.
	t, c, err := g.loadTarget(g.output)
	if err != nil {
		return err
	}
	var decided *learn.Decisions
	source, err := decisionsFor(g.output, g.decisions, learn.DecisionsName)
	if err == nil && source != nil {
		decided, err = learn.ReadDecisions(*source, c)
	}
	if err != nil {
		return err
	}
	known := new(learn.Summary)
	notices, err := g.read(ctx, c, known, stderr)
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted; nothing was written")
	}
	if err != nil {
		return err
	}
	result, err := g.write(c, known, decided)
	if err != nil {
		return err
	}
	notices = append(notices, g.shadowNotices(t)...)
	found := g.report.print(stdout, &report.Report{
		Command: "gen learn", Subject: wording.List(t.files(), "and"), Head: t.files()[0],
		Rules: learn.Rules(), Findings: result.Findings, Notices: notices,
	})
	return cmp.Or(sayLearned(stderr, known, result), found)
}

// write learns, and writes the overlay and the summary.
func (g *learnFlags) write(c *catalog.Catalog, known *learn.Summary, decided *learn.Decisions) (*learn.Result, error) {
	if g.summary != "" {
		unlock, err := lock.ByName(g.summary)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if err := g.addSummary(known); err != nil {
			return nil, err
		}
	}
	result := learn.Learn(c, known, decided)
	if g.output != "" {
		if err := g.checkOverlay(result); err != nil {
			return nil, err
		}
		if err := output.WriteDocument(g.output, result.Overlay); err != nil {
			return nil, err
		}
	}
	if g.summary != "" { // last, so that it does not change if the overlay is refused
		if err := output.WriteDocument(g.summary, known.JSON()); err != nil {
			return nil, err
		}
	}
	return result, nil
}

func sayLearned(stderr io.Writer, known *learn.Summary, result *learn.Result) error {
	refined := ""
	if result.Refined > 0 {
		refined = ", and the types of " + wording.Count(result.Refined, "field")
	}
	return say(stderr, "gen: %s of %s; learned the responses of %s%s", wording.Count(known.Exchanges(), "call"),
		wording.Count(len(known.Recordings), "recording"), wording.Count(result.Shown, "operation"), refined)
}

// shadowNotices returns notices about learned overlays other than the one to write: what they show is
// not learned again.
func (g *learnFlags) shadowNotices(t *target) (notices []string) {
	for _, name := range t.overlays {
		if text, err := textfile.Read(name); err == nil && learn.IsOverlay(text) {
			notices = append(notices, name+": the content of this learned overlay is not learned again; to replace it, set --output "+name)
		}
	}
	return notices
}

// checkOverlay compares the result with the existing overlay. It returns an error if the recordings
// no longer have operations or fields that the overlay shows.
func (g *learnFlags) checkOverlay(result *learn.Result) error {
	text, err := textfile.Read(g.output)
	if err != nil || !output.IsDocument(text) {
		return nil // there is none, or writing fails
	}
	forgotten, unshown, err := result.Compare(yamldoc.Source{Name: g.output, Text: text})
	if g.summary == "" {
		forgotten = append(forgotten, unshown...)
	}
	if len(forgotten) > 0 {
		return fmt.Errorf("%s shows %s that the recordings do not show: %s; name all recordings, or keep a --summary; to start again, delete the file",
			g.output, wording.Count(len(forgotten), "place"), wording.QuotedList(forgotten, "and"))
	}
	return err
}

// addSummary adds the content of the summary, if there is one.
func (g *learnFlags) addSummary(known *learn.Summary) error {
	file, err := textfile.Open(g.summary)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	former, err := learn.ReadSummary(file)
	if err != nil {
		return fmt.Errorf("%s: %w; it is left as it is", g.summary, err)
	}
	known.Merge(former)
	return nil
}

// read adds the files to the summary and returns notices. The error names all unreadable files.
func (g *learnFlags) read(ctx context.Context, c *catalog.Catalog, known *learn.Summary, stderr io.Writer) (notices []string, err error) {
	total := 0
	for _, name := range g.files {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			total += int(info.Size())
		}
	}
	meter := progress.New(unwrap(stderr), progress.Bytes, total, g.quiet)
	defer meter.Done()
	var problems []error
	for _, name := range g.files {
		more, err := g.readInto(ctx, c, known, name, meter)
		switch {
		case errors.Is(err, context.Canceled):
			return notices, err
		case err != nil:
			problems = append(problems, err)
		}
		notices = append(notices, more...)
	}
	return notices, errors.Join(problems...)
}

// readInto adds one file to the summary.
func (g *learnFlags) readInto(ctx context.Context, c *catalog.Catalog, known *learn.Summary, name string, meter *progress.Meter) (notices []string, err error) {
	var source io.Reader
	shown := name
	if name == stdinFlag {
		source, shown = interruptibleReader(ctx, os.Stdin), stdinName
	} else {
		file, err := textfile.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		source = file
	}
	in, err := recording.Unzipped(progressReader{ctx, source, meter})
	if err != nil {
		return nil, fmt.Errorf("%s: it cannot be decompressed: %w", shown, err)
	}
	switch start, _ := in.Peek(256); {
	case bytes.HasPrefix(start, []byte(learn.SummaryStart)):
		var other *learn.Summary
		if other, err = learn.ReadSummary(in); err == nil {
			known.Merge(other)
		}
	case har.Matches(start):
		notices, err = g.readArchive(c, known, in)
	default:
		var info recording.Info
		info, err = known.Add(in)
		if info.Skipped > 0 {
			const notice = "%s or the end cannot be read; the rest has %s"
			notices = append(notices, fmt.Sprintf(notice, wording.Count(info.Skipped, "line"), wording.Count(info.Lines, "call")))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	for i, notice := range notices {
		notices[i] = shown + ": " + notice
	}
	return notices, nil
}

// interruptibleReader returns a reader that ends with a context, even during a Read of r.
func interruptibleReader(ctx context.Context, r io.Reader) io.Reader {
	in, out := io.Pipe()
	context.AfterFunc(ctx, func() { out.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(out, r)
		out.CloseWithError(err)
	}()
	return in
}

// readArchive adds the calls in a HAR as a recording. Its id depends on the text and the hosts,
// so that the calls count once.
func (g *learnFlags) readArchive(c *catalog.Catalog, known *learn.Summary, in io.Reader) (notices []string, err error) {
	var calls bytes.Buffer
	sum := sha256.New()
	whole := io.TeeReader(in, sum)
	stats, err := har.Record(whole, c, g.hosts, func() (*recording.Recorder, error) { return recording.New(&calls) })
	if err == nil {
		_, err = io.Copy(io.Discard, whole)
	}
	if recording.IsDamaged(err) {
		err = nil // stats say so
	}
	read := new(learn.Summary)
	if err == nil {
		_, err = read.Add(&calls)
	}
	if err != nil {
		return nil, err
	}
	id := sha256.Sum256(fmt.Appendf(sum.Sum(nil), "%q", slices.Sorted(slices.Values(g.hosts))))
	known.Merge(read.WithID("har-" + hex.EncodeToString(id[:16])))
	return stats.Lines(), nil
}

// progressReader is a reader that ends with a context and reports progress.
type progressReader struct {
	ctx context.Context
	io.Reader
	meter *progress.Meter
}

func (c progressReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.Reader.Read(p)
	c.meter.Add(n)
	return n, err
}
