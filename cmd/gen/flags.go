package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/text/wording"
)

// flags are the flags that several commands share. Settings supply the defaults.
type flags struct {
	spec     string
	overlays []string
	out      string
	target   string
	set      interface{ Changed(name string) bool } // reports which flags are set; nil if all are
	decided  *settings.Settings                     // of the working tree, once targets has read them
}

// The defaults without settings.
const (
	defaultSpec = "spec/operations.yaml"
	defaultOut  = "gen"
)

// stdinFlag is the path of the standard input in flags, and stdinName its name in messages.
const stdinFlag, stdinName = "-", "<stdin>"

// add adds flags by their names.
func (f *flags) add(cmd *cobra.Command, names ...string) {
	set := cmd.Flags()
	for _, name := range names {
		switch name {
		case "spec":
			set.StringVar(&f.spec, name, defaultSpec, "the catalog `file`; "+settings.Name+" may set it")
			_ = cmd.MarkFlagFilename(name, "yaml", "yml")
		case "overlay":
			set.StringArrayVar(&f.overlays, name, nil, "an overlay `file`; repeatable, in order")
			_ = cmd.MarkFlagFilename(name, "yaml", "yml")
		case "out":
			set.StringVar(&f.out, name, defaultOut, "the `folder` of the generated code; "+settings.Name+" may set it")
			_ = cmd.MarkFlagDirname(name)
		case "target":
			set.StringVar(&f.target, name, "", "the `name` of a target in "+settings.Name)
			_ = cmd.RegisterFlagCompletionFunc(name, completeTargets)
		}
	}
}

// mentionStdin adds the standard input to the help of --spec, for commands whose output does
// not name the catalog.
func mentionStdin(cmd *cobra.Command) {
	cmd.Flags().Lookup("spec").Usage += "; - is the standard input"
}

func (f *flags) given(name string) bool { return f.set == nil || f.set.Changed(name) }

// needFile returns an error with the reason if the catalog is on the standard input.
func (f *flags) needFile(reason string) error {
	if f.spec == stdinFlag {
		return errors.New("--spec -: " + reason)
	}
	return nil
}

// choice is a flag whose value is one of a few words.
type choice struct {
	value string
	words []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "word" }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return errors.New("want " + wording.List(c.words, "or"))
	}
	c.value = s
	return nil
}

func (c *choice) add(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(c, name, usage)
	_ = cmd.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		var words completions
		for _, word := range c.words {
			words.add(begun, word, "")
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	})
}

// alone returns an error if one of the named flags is set together with another flag.
func alone(cmd *cobra.Command, names ...string) error {
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		for _, name := range names {
			if cmd.Flags().Changed(name) && flag.Name != name {
				err = cmp.Or(err, fmt.Errorf("--%s takes no other flags: leave --%s out", name, flag.Name))
			}
		}
	})
	return err
}

// wrongFlag explains the error for a flag that a command does not have, with the commands that have
// it or the closest flag.
func wrongFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || unknown.GetSpecifiedShortnames() != "" {
		return err
	}
	name := unknown.GetSpecifiedName()
	var owners, names []string
	for _, c := range cmd.Root().Commands() {
		if c.Flags().Lookup(name) != nil {
			owners = append(owners, c.CommandPath())
		}
	}
	if owners != nil {
		return fmt.Errorf("%s has no flag --%s, which belongs to %s", cmd.CommandPath(), name, wording.List(owners, "and"))
	}
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	if closest := wording.Closest(name, names); closest != "" {
		return fmt.Errorf("%w; did you mean \"--%s\"?", err, closest)
	}
	return err
}
