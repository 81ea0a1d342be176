package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/counter"
	"example.com/opgen/internal/gitfile"
	"example.com/opgen/internal/settings"
	"example.com/opgen/report"
	"example.com/opgen/templates"
)

func newDiff(f *flags) *cobra.Command {
	var named string
	var rules bool
	var explain string
	var now nowFlag
	out := newReportFlags(report.Error)
	cmd := &cobra.Command{
		Use:   "diff BASE [HEAD]",
		Short: "Say what changed between two catalogs, and who breaks",
		Long: `diff compares two catalogs. It says for every change whether it breaks requests of
old clients, responses to them, Go code that uses the client, or Go code that
implements the service, with an example of what worked before and does not now.

BASE and HEAD are files, "-" for the standard input, or revisions of git: "main"
for the catalog as it is there, "main:spec/operations.yaml" for another path.
Without HEAD, BASE is compared with the working tree.

Revisions are compared target by target, each side with the targets of its own
` + settings.Name + `. An overlay is read as it stands on each side, and may be missing on
one of them.

What the repository has decided about findings is in ` + settings.Name + `, as it stands
in BASE, so that a change cannot excuse itself. The report ends with entries for
it.

Exit codes: 0 nothing was found at the level of --fail-on or above it; 1
something was; 2 a catalog or the settings could not be read.`,
		Example: `  gen diff main
  gen diff main --format markdown
  gen diff v1.4.0:spec/operations.yaml spec/operations.yaml --fail-on warning
  gen diff --rules
  gen diff --explain request-field-became-required`,
		Args: func(cmd *cobra.Command, args []string) error {
			printed := rules || explain != ""
			if err := alone(cmd, "rules", "explain"); err != nil {
				return err
			}
			switch {
			case rules && len(args) > 0:
				return errors.New("--rules takes no catalogs")
			case printed && len(args) > 0:
				return errors.New("--explain takes no catalogs")
			case !printed && len(args) == 0:
				return errors.New("what is the base? give a file or a revision: gen diff main")
			case len(args) > 2:
				return fmt.Errorf("two catalogs are compared, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if rules {
				return templates.Markdown.ExecuteTemplate(cmd.OutOrStdout(), "rules.md.tmpl",
					map[string]any{"Law": diff.Law, "Chapters": diff.Chapters(), "Inexpressible": diff.Inexpressible})
			}
			if explain != "" {
				return explainChange(cmd.OutOrStdout(), explain)
			}
			r, err := compare(cmd, f, args[0], strings.Join(args[1:], ""), named, out.least(), now.day())
			if err != nil {
				return err
			}
			return out.print(cmd.OutOrStdout(), r)
		},
	}
	f.add(cmd, "spec", "overlay", "target")
	out.add(cmd)
	now.add(cmd)
	cmd.Flags().StringVar(&named, "policy", "", "the settings `file`, or REVISION:FILE, in place of "+settings.Name+" in BASE")
	cmd.Flags().BoolVar(&rules, "rules", false, "print the rules, as Markdown")
	cmd.Flags().StringVar(&explain, "explain", "", "say what a `rule` finds and why")
	_ = cmd.MarkFlagFilename("policy", "yaml", "yml")
	_ = cmd.RegisterFlagCompletionFunc("explain", completeRules(diff.Rules()))
	cmd.ValidArgsFunction = completeFiles
	return cmd
}

// explainChange prints a rule with an example.
func explainChange(w io.Writer, id string) error {
	for _, chapter := range diff.Chapters() {
		for _, r := range chapter.Rules {
			if r.ID == id {
				_, err := fmt.Fprintf(w, "%s\n\n%s\n%s\n\nbefore:  %s\nafter:   %s\n", r.ID, r.Purpose, r.Rationale, r.Before, cmp.Or(r.After, "(gone)"))
				return err
			}
		}
	}
	return unknownRule(id, diff.Rules(), "gen lint", lintRules())
}

// compare reads the catalogs and the settings, and reports the changes.
func compare(cmd *cobra.Command, f *flags, base, head, named string, least report.Level, today time.Time) (*report.Report, error) {
	if err := f.needFile("diff takes the standard input as BASE or HEAD, such as gen diff main -"); err != nil {
		return nil, err
	}
	before, err := gitfile.Parse(base, "", cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	var after gitfile.Source
	if head != "" {
		if after, err = gitfile.Parse(head, "", cmd.InOrStdin()); err != nil {
			return nil, err
		}
	}
	r := &report.Report{Command: "gen diff", Rules: diff.Rules(), Decided: settings.Name}
	pairs, err := f.pairs(before, after, r)
	if err != nil {
		return nil, err
	}
	decided, err := readDecisions(named, before, r)
	if err != nil {
		return nil, err
	}
	var subjects []string
	for _, p := range pairs {
		old, current, err := p.resolve()
		if err != nil {
			return nil, err
		}
		r.Findings = append(r.Findings, counter.Find(old, current, diff.CompareOn(old, current, today))...)
		subjects = append(subjects, p.before.String()+" -> "+p.after.String())
		r.Head = cmp.Or(r.Head, p.after.Path)
	}
	r.Subject = strings.Join(subjects, ", ")
	for _, d := range decided {
		d.Apply(r, today)
	}
	r.Remedies = settings.Entries(r.Findings, least, today.AddDate(0, 3, 0))
	return r, nil
}

// readDecisions reads the settings that hold for a comparison with the base, and
// the older file. There may be none, unless one is named.
func readDecisions(named string, base gitfile.Source, r *report.Report) ([]*settings.Settings, error) {
	if named != "" {
		source, err := gitfile.Parse(named, named, nil)
		if err != nil {
			return nil, err
		}
		text, err := source.Read()
		if err != nil {
			return nil, err
		}
		s, err := settings.Parse(source.String(), text, decidable())
		return []*settings.Settings{s}, err
	}
	dir, err := settingsDir()
	if err != nil {
		return nil, err
	}
	var all []*settings.Settings
	for _, name := range []string{settings.Name, settings.OldName} {
		source := base.Beside(filepath.Join(dir, name))
		s, err := parseSettings(source)
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		all = append(all, s)
		if name == settings.OldName {
			r.Notices = append(r.Notices, fmt.Sprintf("%s is an older file: move its keys levels and accept to %s, and delete it", source, settings.Name))
		}
	}
	return all, nil
}

// pair is two catalogs that are compared, each with the overlays of its side.
type pair struct {
	before, after         gitfile.Source
	overBefore, overAfter []string
}

// pairs returns what is compared. A source without a path is a revision or the
// working tree as a whole, and is compared target by target.
func (f *flags) pairs(before, after gitfile.Source, r *report.Report) ([]pair, error) {
	old, err := f.targetsAt(before)
	if err != nil {
		return nil, err
	}
	current, err := f.targetsAt(after)
	if err != nil {
		return nil, err
	}
	if before.Path == "" && after.Path == "" {
		return f.pairTargets(before, after, old, current, r)
	}
	// A file that is named has the overlays of the target that it belongs to, or
	// of the target with which it is compared.
	p := pair{before: before, after: after, overBefore: f.overlays, overAfter: f.overlays}
	for _, side := range []struct {
		source  *gitfile.Source
		targets []target
	}{{&p.after, current}, {&p.before, old}} {
		at := side.targets
		if side.source.Path != "" {
			at = slices.DeleteFunc(slices.Clone(at), func(t target) bool { return !t.settled || !samePath(t.spec, side.source.Path) })
		}
		switch {
		case len(at) == 0:
			continue
		case len(at) > 1:
			return nil, f.several(at)
		case side.source.Path == "":
			*side.source = side.source.Beside(at[0].spec)
		}
		p.overBefore, p.overAfter = at[0].overlays, at[0].overlays
	}
	return []pair{p}, nil
}

// targetsAt returns the targets as the settings in a revision say, or those of the
// working tree if the revision has none.
func (f *flags) targetsAt(at gitfile.Source) ([]target, error) {
	s, err := readSettings(at)
	if err == nil && s == nil && at.Revision != "" {
		s, err = readSettings(gitfile.Source{})
	}
	if err != nil {
		return nil, err
	}
	if s != nil && at.Revision != "" && f.target != "" && !slices.ContainsFunc(s.Targets, func(t settings.Target) bool { return t.Name == f.target }) {
		return nil, nil // it is new, or gone
	}
	return f.pick(s)
}

// pairTargets pairs the targets of two revisions by name, then by catalog. What is
// left on both sides is one target that was renamed and moved.
func (f *flags) pairTargets(before, after gitfile.Source, old, current []target, r *report.Report) ([]pair, error) {
	var pairs []pair
	left := slices.Clone(old)
	add := func(b, a target) {
		pairs = append(pairs, pair{before.Beside(b.spec), after.Beside(a.spec), b.overlays, a.overlays})
	}
	unpaired := current
	for _, same := range []func(a, b target) bool{
		func(a, b target) bool { return a.name == b.name },
		func(a, b target) bool { return samePath(a.spec, b.spec) },
	} {
		var rest []target
		for _, t := range unpaired {
			if i := slices.IndexFunc(left, func(o target) bool { return same(o, t) }); i >= 0 {
				add(left[i], t)
				left = slices.Delete(left, i, i+1)
			} else {
				rest = append(rest, t)
			}
		}
		unpaired = rest
	}
	if len(unpaired) == 1 && len(left) == 1 {
		add(left[0], unpaired[0])
		return pairs, nil
	}
	for _, t := range unpaired {
		add(t, t)
	}
	for _, b := range left { // gone from the settings, which does not hide what became of its catalog
		add(b, b)
	}
	if len(pairs) == 1 {
		return pairs, nil
	}
	return slices.DeleteFunc(pairs, func(p pair) bool {
		_, err := p.before.Read()
		missing := errors.Is(err, fs.ErrNotExist)
		if missing {
			r.Notices = append(r.Notices, fmt.Sprintf("%s is new, so there is nothing to compare it with", p.after))
		}
		return missing
	}), nil
}

// resolve reads the catalogs of both sides. What one side does not have is new or
// gone on the other. Both are checked at the same time, since that is most of the
// work.
func (p pair) resolve() (old, current *catalog.Catalog, err error) {
	found := map[string]bool{}
	was, err := readSide(p.before, p.overBefore, found)
	if err != nil {
		return nil, nil, err
	}
	is, err := readSide(p.after, p.overAfter, found)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Concat(p.overBefore, p.overAfter) {
		if !found[name] {
			return nil, nil, fmt.Errorf("no overlay at %s, on neither side", name)
		}
	}
	var base, head error
	var both sync.WaitGroup
	both.Go(func() { old, base = was.resolve() })
	both.Go(func() { current, head = is.resolve() })
	both.Wait()
	return old, current, cmp.Or(base, head)
}

// side is the text of a catalog, and those of the overlays beside it.
type side struct {
	catalog.Source
	over []catalog.Source
}

func (s side) resolve() (*catalog.Catalog, error) {
	c, problems := catalog.Parse(s.Name, s.Text, s.over...)
	return c, problems.Err()
}

// readSide reads what may be in a revision, and says which of the overlays it
// found there.
func readSide(s gitfile.Source, overlays []string, found map[string]bool) (side, error) {
	text, err := s.Read()
	if err != nil {
		return side{}, err
	}
	read := side{Source: catalog.Source{Name: s.String(), Text: text}}
	for _, name := range overlays {
		o := s.Beside(name)
		text, err := o.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return side{}, err
		}
		read.over = append(read.over, catalog.Source{Name: o.String(), Text: text})
		found[name] = true
	}
	return read, nil
}
