// Command gen generates a typed Go client, server stubs and request validators
// from a catalog of operations.
//
// See gen help. The exit code is 0 where all is well, 1 where gen found
// something (output that differs, files changed by hand), and 2 where it could
// not run (a wrong flag, a catalog with problems, a folder it cannot write to).
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
