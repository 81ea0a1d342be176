package main

import (
	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
)

// flags are the flags that several commands share. Settings supply the defaults.
type flags struct {
	targets.Selection
	settings *settings.Settings // of the working tree, once readTargets has read them
}

// addShared adds flags by their names.
func (f *flags) addShared(cmd *cobra.Command, names ...string) {
	set := cmd.Flags()
	for _, name := range names {
		switch name {
		case "spec":
			set.StringVar(&f.Spec, name, targets.DefaultSpec,
				"the catalog `file`; "+settings.Name+" may set it")
			_ = cmd.MarkFlagFilename(name, "yaml", "yml")
		case "overlay":
			set.StringArrayVar(&f.Overlays, name, nil, "an overlay `file`; repeatable, in order")
			_ = cmd.MarkFlagFilename(name, "yaml", "yml")
		case "out":
			set.StringVar(&f.Out, name, targets.DefaultOut,
				"the `folder` of the generated code; "+settings.Name+" may set it")
			_ = cmd.MarkFlagDirname(name)
		case "target":
			set.StringVar(&f.Target, name, "", "the `name` of a target in "+settings.Name)
			_ = cmd.RegisterFlagCompletionFunc(name, completeTargets)
		}
	}
}

// mentionStdin adds the standard input to the help of --spec, for commands whose output does
// not name the catalog.
func mentionStdin(cmd *cobra.Command) {
	cmd.Flags().Lookup("spec").Usage += "; - is the standard input"
}

// readTargets returns the targets of the settings in the working tree, or those that the flags
// select.
func (f *flags) readTargets() ([]targets.Target, error) {
	var err error
	f.settings, err = targets.ReadSettings(gitfile.Source{})
	if err != nil {
		return nil, err
	}
	return f.From(f.settings)
}

// loadTarget returns the only target and its catalog, without an overlay that the command
// writes: what that file said in an earlier run must not decide what it says now.
func (f *flags) loadTarget(outputs ...string) (*targets.Target, *catalog.Catalog, error) {
	selected, err := f.readTargets()
	if err != nil {
		return nil, nil, err
	}
	return targets.LoadOnly(selected, outputs...)
}

// completeTargets offers the targets of the settings to a shell.
func completeTargets(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names completions
	s, err := targets.ReadSettings(gitfile.Source{})
	if err == nil && s != nil {
		for _, t := range s.Targets {
			names.addWord(t.Name, t.Catalog)
		}
	}
	return names, keepOrder
}
