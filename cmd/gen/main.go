// Command gen generates a typed Go client, server stubs and request validators
// from a catalog of operations.
//
// See gen help. The exit code is 0 if all is well, 1 if gen found something (output
// that differs, files in the way), and 2 if it could not run (a wrong flag, a
// catalog with problems, a folder it cannot write to).
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// The heap is small and grows for a second at the most.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
