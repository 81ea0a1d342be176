package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// words are sentences, or parts of one.
type words []string

// say adds words if they apply.
func (w *words) say(when bool, format string, args ...any) {
	if when {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}

// each returns a text of each element.
func each[T any](all []T, text func(T) string) []string {
	texts := make([]string, len(all))
	for i, one := range all {
		texts[i] = text(one)
	}
	return texts
}

func textIf(stated bool, value string) string {
	if stated {
		return value
	}
	return ""
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// unique returns the texts in their order, without repetitions.
func unique(texts []string) (all []string) {
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// joinFilled joins the non-empty texts with spaces.
func joinFilled(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), " ")
}
