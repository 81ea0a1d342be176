package main

import (
	"fmt"
	"strings"
)

// suggest returns a clause that names what name was probably meant to be: the
// nearest of names, of which one may also be given by what follows its dot, as
// an operation without its area is. It is empty where nothing is near.
func suggest(name string, names []string) string {
	best, distance := "", 2+len(name)/4
	for _, n := range names {
		short := n[strings.LastIndexByte(n, '.')+1:]
		if d := min(edits(name, n), edits(name, short)); d < distance {
			best, distance = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// edits returns the number of bytes to insert, delete or replace that turns a
// into b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			row[j+1] = min(above+1, row[j]+1, diagonal+1)
			if a[i] == b[j] {
				row[j+1] = min(row[j+1], diagonal)
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
