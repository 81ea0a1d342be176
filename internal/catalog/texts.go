package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What the files with sentences and messages have in common.

// words are sentences, or parts of one.
type words []string

// say adds words if they apply.
func (w *words) say(applies bool, format string, args ...any) {
	if applies {
		*w = append(*w, fmt.Sprintf(format, args...))
	}
}

// each returns a text of each element.
func each[T any](elements []T, text func(T) string) []string {
	texts := make([]string, len(elements))
	for i, e := range elements {
		texts[i] = text(e)
	}
	return texts
}

// textIf returns a text if something holds, and otherwise "", which stands for no text in the model.
func textIf(holds bool, value string) string {
	if holds {
		return value
	}
	return ""
}

// count returns a size that a catalog may set, "" if it does not.
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
