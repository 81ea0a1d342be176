package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"example.com/opgen/sandbox/behaviour"
)

func newPropose() *cobra.Command {
	var in inputs
	cmd := &cobra.Command{
		Use:   "propose",
		Short: "Print what the operations of a catalog may do, as a file of resources to begin with",
		Long: `propose prints a file that says what the operations of a catalog do, guessed from their
names and those of fields:

  sandbox propose --spec operations.yaml > resources.yaml

Read it, and correct what is guessed wrongly. No sandbox has to run.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := cobra.NoArgs(cmd, args); err != nil {
				return &usageError{err}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := in.readCatalog()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "# Proposed by sandbox propose, from names. Correct what is guessed wrongly.\n\n%s", behaviour.Proposals(c))
			return err
		},
	}
	cmd.Flags().SortFlags = false
	in.catalogFlags(cmd)
	return cmd
}
