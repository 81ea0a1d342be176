package main

import (
	"strings"

	"example.com/opgen/internal/wording"
)

// suggest ends a message about an unknown name with the known name that was
// probably meant. A name may also be given by what follows its dot, as an
// operation without its area.
func suggest(name string, names []string) string {
	if s := wording.DidYouMean(name, names); s != "" {
		return s
	}
	full, short := map[string]string{}, []string{}
	for _, n := range names {
		last := n[strings.LastIndexByte(n, '.')+1:]
		full[last] = n
		short = append(short, last)
	}
	if meant := wording.Closest(name, short); meant != "" {
		return "; did you mean " + wording.Quote(full[meant]) + "?"
	}
	return ""
}
