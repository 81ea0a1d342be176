package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
	"example.com/opgen/internal/counter"
	"example.com/opgen/internal/gitfile"
	"example.com/opgen/internal/policy"
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

An overlay is read as it stands on each side, and may be missing on one of them.

What the repository has decided about findings is in ` + policy.Name + `, as it
stands in BASE, so that a change cannot excuse itself. The report ends with
entries for it.

Exit codes: 0 nothing was found at the level of --fail-on or above it; 1
something was; 2 a catalog or the policy could not be read.`,
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
	cmd.Flags().StringVar(&named, "policy", "", "the policy `file`, or REVISION:FILE, in place of "+policy.Name+" in BASE")
	cmd.Flags().BoolVar(&rules, "rules", false, "print the rules, as Markdown")
	return cmd
}

// compare reads two catalogs and the policy, and reports the changes.
func compare(cmd *cobra.Command, f *flags, base, head, named string, least report.Level) (*report.Report, error) {
	before, err := gitfile.Parse(base, f.spec, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	after, err := gitfile.Parse(cmp.Or(head, f.spec), f.spec, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	old, current, err := resolveSides(before, after, f.overlays)
	if err != nil {
		return nil, err
	}
	decided, err := readPolicy(named, before)
	if err != nil {
		return nil, err
	}
	today := time.Now()
	r := &report.Report{
		Command: "gen diff", Subject: before.String() + " -> " + after.String(), Head: after.Path, Rules: diff.Rules(),
		Findings: counter.Find(old, current, diff.CompareOn(old, current, today)),
	}
	decided.Apply(r, today)
	r.Remedies, r.Decided = policy.Entries(r.Findings, least, today.AddDate(0, 3, 0)), policy.Name
	return r, nil
}

// resolveSides reads the catalogs of both sides, each with the overlays as they
// are on its side. What one side does not have is new or gone on the other. Both
// are checked at the same time, as that is most of the work.
func resolveSides(before, after gitfile.Source, overlays []string) (old, current *catalog.Catalog, err error) {
	found := map[string]bool{}
	was, err := readSide(before, overlays, found)
	if err != nil {
		return nil, nil, err
	}
	is, err := readSide(after, overlays, found)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range overlays {
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
	return resolved(catalog.Parse(s.Name, s.Text, s.over...))
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

// readPolicy reads the policy that holds for a comparison with the base. There
// may be none, unless one is named.
func readPolicy(named string, base gitfile.Source) (policy.Policy, error) {
	source, err := base.Beside(policy.Name), error(nil)
	if named != "" {
		source, err = gitfile.Parse(named, named, nil)
	}
	if err != nil {
		return policy.Policy{}, err
	}
	text, err := source.Read()
	if named == "" && errors.Is(err, fs.ErrNotExist) {
		return policy.Policy{}, nil
	}
	if err != nil {
		return policy.Policy{}, err
	}
	return policy.Parse(source.String(), text, diff.Rules())
}
