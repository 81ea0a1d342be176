package sample

import (
	"strings"

	"example.com/opgen/internal/catalog"
)

// formatted returns texts of the format of a field: the usual one, and some that are
// as long as its bounds.
func formatted(f *catalog.Field) []string {
	if f.Format.Checked() == "" {
		return nil
	}
	all := []string{f.Format.Example()}
	for _, bound := range []*int{f.MinLength, f.MaxLength} {
		if bound != nil && *bound <= longest {
			all = append(all, ofLength(f.Format, *bound), ofLength(f.Format, (*bound+3)/4*4), ofLength(f.Format, *bound/4*4))
		}
	}
	return all
}

// ofLength returns a text of a format, of so many characters if there is one.
func ofLength(f catalog.Format, n int) string {
	repeat := func(digit string, n int) string { return strings.Repeat(digit, max(n, 0)) }
	switch example := f.Example(); f {
	case catalog.FormatDateTime, catalog.FormatTime:
		return strings.TrimSuffix(example, "Z") + "." + repeat("5", n-len(example)-1) + "Z"
	case catalog.FormatDecimal:
		return repeat("1", n)
	case catalog.FormatByte:
		return repeat("A", n)
	default:
		return example
	}
}
