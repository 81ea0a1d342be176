// Command gen generates a typed Go client, server stubs and request validators
// from a catalog of operations.
//
// See gen help. The exit code is 0 if gen found nothing, 1 if it found something (output that
// differs, files in the way), and 2 if it could not run (a wrong flag, a catalog with
// problems, a folder that is not writable).
package main

import (
	"os"
	"runtime/debug"
)

func main() {
	// The heap is small, and a run takes about a second.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
