package wire

// Generation1 is what generated code and this package have agreed on. Each
// generated package refers to it, so that a package and a runtime that do not fit
// fail to compile at a line that says what to do.
//
// The constant rises only if package wire changes so that code generated before
// would notice: a name goes, takes other arguments, or does something else. Then
// Generation2 replaces it, in a new major version. Additions do not raise it.
const Generation1 = true
