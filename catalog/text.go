package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// clip shortens a text from the catalog that goes into a message.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}

// quote returns a text from the catalog as it stands in a message.
func quote(s string) string { return strconv.Quote(clip(s)) }

// quoteAll returns texts as a list for a message, the last after conj. A long
// list is cut.
func quoteAll(names []string, conj string) string {
	quoted := make([]string, 0, len(names))
	for i, name := range names {
		if i == 12 && len(names) > 13 {
			quoted = append(quoted, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		quoted = append(quoted, quote(name))
	}
	last := len(quoted) - 1
	if last < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " " + conj + " " + quoted[last]
}

// suggest returns a remedy that ends a message about an unknown name, "" where
// no known name is close to it.
func suggest(name string, known []string) string {
	if best := closest(name, known); best != "" {
		return "; did you mean " + quote(best) + "?"
	}
	return ""
}

// closest returns the known name that another one is a slip of, "" for none.
func closest(name string, known []string) string {
	if len(known) > 2000 {
		return "" // a comparison of everything with everything is not worth the time
	}
	best, distance := "", 3
	if len(name) < 5 {
		distance = 2
	}
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		// A name may not be replaced as a whole: "id" is no slip of "go".
		if d := editDistance(name, k, distance); d < distance && d < len(k) {
			best, distance = k, d
		}
	}
	return best
}

// editDistance counts insertions, deletions, replacements and swaps of
// neighbours, and gives up with limit+1 above limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
