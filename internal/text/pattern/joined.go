package pattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostItems bounds the items that an expression counts.
const mostItems = 1000

// Joined accepts texts of low to high non-empty items with a separator between them. The empty text has
// no items. [Find] is undecided about different separators of several characters, and about bounds that
// an expression cannot count to.
func Joined(separator string, low, high int) Constraint {
	c := Constraint{id: fmt.Sprintf("(joined %q %d %d", separator, low, high), max: Unbounded}
	c.Holds = func(s string) bool {
		var items []string
		if s != "" {
			items = strings.Split(s, separator)
		}
		return low <= len(items) && len(items) <= high && !slices.Contains(items, "")
	}
	quoted := regexp.QuoteMeta(separator)
	further := fmt.Sprintf("{%d,%d}", max(low, 1)-1, max(high, 1)-1)
	if high == Unbounded {
		further = fmt.Sprintf("{%d,}", max(low, 1)-1)
	}
	item := "[^" + quoted + "]+"
	expr := "^(" + item + "(" + quoted + item + ")" + further + ")$"
	tooMany := low > mostItems || high > mostItems && high != Unbounded
	switch {
	case tooMany || utf8.RuneCountInString(separator) > 1:
		c.opaque = true
		return c
	case high == 0:
		expr = "^$"
	case low == 0:
		expr = "^$|" + expr
	}
	c.expr = parse(expr)
	return c
}
