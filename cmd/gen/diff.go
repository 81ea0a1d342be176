package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
	out := newReportFlags(report.Error)
	cmd := &cobra.Command{
		Use:   "diff BASE [HEAD]",
		Short: "Say what changed between two catalogs, and who breaks",
		Long: `diff compares two catalogs and says of every change whether it breaks requests of
old clients, answers to them, Go that uses the client and Go that implements the
service, with an example of what worked before and does not now.

BASE and HEAD are files, "-" for the standard input, or revisions of git: "main"
for the catalog as it is there, "main:spec/operations.yaml" for another path.
HEAD is the catalog in the working tree where it is not given.

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
  gen diff --rules`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case rules && len(args) > 0:
				return errors.New("--rules takes no catalogs")
			case !rules && len(args) == 0:
				return errors.New("what is the base? give a file or a revision: gen diff main")
			case len(args) > 2:
				return fmt.Errorf("two catalogs are compared, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if rules {
				return templates.Markdown.ExecuteTemplate(cmd.OutOrStdout(), "rules.md.tmpl",
					map[string]any{"Chapters": diff.Chapters(), "Inexpressible": diff.Inexpressible})
			}
			r, err := compare(cmd, f, args[0], strings.Join(args[1:], ""), named, out.least())
			if err != nil {
				return err
			}
			return out.print(cmd.OutOrStdout(), r)
		},
	}
	out.add(cmd)
	cmd.Flags().StringVar(&named, "policy", "", "the settings `file`, or REVISION:FILE, in place of "+settings.Name+" in BASE")
	cmd.Flags().BoolVar(&rules, "rules", false, "print the rules, as Markdown")
	return cmd
}

// compare reads the catalogs and the settings, and reports the changes.
func compare(cmd *cobra.Command, f *flags, base, head, named string, least report.Level) (*report.Report, error) {
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
	today := time.Now()
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
