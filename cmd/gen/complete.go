package main

import (
	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/start"
	"example.com/opgen/internal/text/wording"
)

// completions are the words that a shell offers, with descriptions.
type completions []string

// addWord adds a word. Words may come from untrusted files, so it ignores words with special
// characters of a shell.
func (c *completions) addWord(word, description string) {
	if start.PlainName.MatchString(word) {
		*c = append(*c, cobra.CompletionWithDesc(word, wording.OneLine(description)))
	}
}

// completeFiles leaves files to the shell.
var completeFiles = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
