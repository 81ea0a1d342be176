package report

import (
	"fmt"
	"strings"
)

// This file writes lists that are too long to be read whole.

// shownUses is the maximum number of operations on a line.
const shownUses = 8

// JoinFirst joins the first of several texts and counts the others.
func JoinFirst(texts []string, most int, separator string) string {
	if rest := len(texts) - most; rest > 1 {
		texts = append(texts[:most:most], fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(texts, separator)
}
