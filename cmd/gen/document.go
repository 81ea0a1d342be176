package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// This file writes the documents of several commands: one file, or the standard output.

// writeDocument writes a document to a file, or to the standard output without one.
func writeDocument(c *catalog.Catalog, text []byte, file, format string, stdout io.Writer) error {
	if file == "" {
		_, err := escapeFor(format, stdout).Write(text)
		return err
	}
	if err := output.WriteDocument(file, text); err != nil {
		return err
	}
	return say(stdout, "gen: %s: %s written", size(c.Areas), filepath.ToSlash(file))
}

// addOutput adds the flag for the path of a document.
func addOutput(cmd *cobra.Command, outputPath *string, usage string) {
	cmd.Flags().StringVar(outputPath, "output", "", usage)
	_ = cmd.RegisterFlagCompletionFunc("output", completeFiles)
}

// formatsByName are the formats by the extensions of files.
var formatsByName = map[string]string{
	".json": "json",
	".yaml": "yaml",
	".yml":  "yaml",
	".html": "html",
	".htm":  "html",
	".md":   "markdown",
}

// formatOf returns the format that the name of a file promises, "" if it promises none.
func formatOf(name string) string { return formatsByName[strings.ToLower(filepath.Ext(name))] }

// setByName sets the format by the name of the output. It returns an error if the flag --format
// contradicts the name. A folder of Markdown may have any name.
func (c *choice) setByName(cmd *cobra.Command, output string) error {
	promised := formatOf(output)
	isFolder := (c.value == "markdown" || c.value == "llms") && promised != "html"
	switch {
	case promised == "" || promised == c.value || isFolder:
		return nil
	case !slices.Contains(c.words, promised):
		return fmt.Errorf("--output %s is %s, which %s does not write: want %s",
			output, promised, cmd.CommandPath(), wording.List(c.words, "or"))
	case cmd.Flags().Changed("format") || promised == "markdown": // which is written to a folder
		return fmt.Errorf("--output %s is %s, but --format is %s: change one of them",
			output, promised, c.value)
	}
	c.value = promised
	return nil
}
