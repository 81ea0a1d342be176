package main

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/text/wording"
)

// choice is a flag whose value is one of a few words.
type choice struct {
	value string
	words []string
}

// String, Type and Set implement pflag.Value.
func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "word" }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return errors.New("want " + wording.List(c.words, "or"))
	}
	c.value = s
	return nil
}

// addFlag adds the flag to a command, with its words for the shell.
func (c *choice) addFlag(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(c, name, usage)
	words := cobra.FixedCompletions(c.words, keepOrder)
	_ = cmd.RegisterFlagCompletionFunc(name, words)
}

// keepOrder makes a shell offer words in their order, and no files.
const keepOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
