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

// String returns the word, for the default in the help.
func (c *choice) String() string { return c.value }

// Type returns what the value of the flag is called in the help.
func (c *choice) Type() string { return "word" }

// Set sets the word. Its error lists the words.
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
