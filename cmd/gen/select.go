package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
)

// This file finds what an argument such as claims or claims.get_claim names.

// selectAreas returns the areas that a selector names, all if it is empty, and the operation if
// it names one. Its error suggests a name.
func selectAreas(c *catalog.Catalog, selector string) ([]*catalog.Area, *catalog.Operation, error) {
	if selector == "" {
		return c.Areas, nil, nil
	}
	var names []string
	suggestion := "" // of an operation whose area is missing
	for _, area := range c.Areas {
		if area.Name == selector {
			return []*catalog.Area{area}, nil, nil
		}
		names = append(names, area.Name)
		for _, op := range area.Operations {
			if op.String() == selector {
				only := *area
				only.Operations = []*catalog.Operation{op}
				return []*catalog.Area{&only}, op, nil
			}
			if op.Name == selector {
				suggestion = "; did you mean " + wording.Quote(op.String()) + "?"
			}
			names = append(names, op.String())
		}
	}
	hint := cmp.Or(suggestion, wording.DidYouMean(selector, names), "; gen list shows all")
	return nil, nil, fmt.Errorf("the catalog has no area or operation %q%s", selector, hint)
}

// completeNames returns a function that offers the areas and operations of the catalog to a
// shell. It ignores errors, which the command reports.
func completeNames(f *flags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		f.Changed = cmd.Flags().Changed
		if len(args) > 0 || f.Spec == targets.Stdin {
			return nil, keepOrder
		}
		_, c, err := f.loadTarget()
		if err != nil {
			return nil, keepOrder
		}
		var names completions
		for _, area := range c.Areas {
			names.addWord(area.Name, area.Description)
			for _, op := range area.Operations {
				names.addWord(op.String(), op.Summary)
			}
		}
		return names, keepOrder
	}
}
