package wire

// Generation1 identifies the interface between generated code and this package. Each
// generated package refers to it, so that compiling a package with an incompatible runtime
// fails at a line that says what to do.
//
// A new major version replaces it by Generation2, and only if package wire changes in a way
// that breaks generated code: a name is removed, takes other arguments, or behaves
// differently. Additions do not replace it.
const Generation1 = true
