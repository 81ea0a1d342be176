package main

import (
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/start"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/wording"
)

// This file completes the arguments of gen call in a shell, by the catalog: operations, then fields,
// then the values of enums.

// completeCall returns a function that offers the operations to a shell, then the fields of the
// operation, and the values of enums. It ignores errors, which the command reports.
func completeCall(f *flags) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		f.Changed = cmd.Flags().Changed
		if f.Spec == targets.Stdin {
			return nil, keepOrder
		}
		_, c, err := f.loadTarget()
		if err != nil {
			return nil, keepOrder
		}
		var words completions
		if len(args) == 0 {
			for op := range c.Operations() {
				words.addWord(op.String(), op.Summary)
			}
			return words, keepOrder
		}
		op := c.ByName()[args[0]]
		if op == nil {
			return nil, keepOrder
		}
		return completeArgument(op, typed)
	}
}

// completeArgument offers the fields of an operation, or the values of the field that is typed.
func completeArgument(op *catalog.Operation, typed string) ([]string, cobra.ShellCompDirective) {
	var words completions
	name, _, hasValue := strings.Cut(typed, "=")
	if !hasValue {
		for _, field := range op.Request.Fields {
			words.addArgument(field.Name, "", field.Description)
		}
		return words, keepOrder | cobra.ShellCompDirectiveNoSpace
	}
	if field := op.Request.Field(name); field != nil {
		for _, value := range valuesOf(field) {
			words.addArgument(name, value, "")
		}
	}
	return words, keepOrder
}

// addArgument adds NAME=VALUE, with the care of addWord.
func (c *completions) addArgument(name, value, description string) {
	isPlain := value == "" || start.PlainName.MatchString(value)
	if isPlain && start.PlainName.MatchString(name) {
		*c = append(*c, cobra.CompletionWithDesc(name+"="+value, wording.OneLine(description)))
	}
}

// valuesOf returns the values that a field can have, as far as the catalog lists them.
func valuesOf(f *catalog.Field) []string {
	switch {
	case f.Type.Kind == catalog.Boolean:
		return []string{"true", "false"}
	case f.Type.Enum != nil:
		return each(f.Type.Enum.Values, func(v *catalog.EnumValue) string { return v.Value })
	}
	return f.Enum
}
