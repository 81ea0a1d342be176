package catalog

import "fmt"

// Position is a place in a catalog file. Lines and columns count from 1.
type Position struct {
	File string
	Line int
	Col  int
}

// String returns "file:line:col", which terminals and editors can open.
func (p Position) String() string {
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
