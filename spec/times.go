package spec

import (
	"fmt"
	"regexp"
	"strings"
)

// Times returns the catalog with each of its areas n times, under different names.
// It serves to measure how work grows.
func Times(n int) []byte {
	head, areas, _ := strings.Cut(string(Operations), "\nareas:\n")
	name := regexp.MustCompile(`(?m)^  (\w+):$`)
	var b strings.Builder
	b.WriteString(head + "\nareas:\n" + areas)
	for i := 1; i < n; i++ {
		b.WriteString(name.ReplaceAllString(areas, fmt.Sprintf("  ${1}%d:", i)))
	}
	return []byte(b.String())
}
