package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

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
	settings *settings.Settings                     // of the working tree, once targets has read them
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

func (f *flags) isSet(name string) bool { return f.set == nil || f.set.Changed(name) }

// requireFile returns an error with the reason if the catalog is on the standard input.
func (f *flags) requireFile(reason string) error {
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
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.words, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder))
}
