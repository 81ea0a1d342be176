package catalog

// checker compares the elements of a resolved catalog with each other.
type checker struct {
	*linker
	types   claims       // see checkTypeNames
	endless map[node]int // see findEndless
}
