// Command cost runs a test program, for go test -exec. It appends the CPU seconds that the
// program and its children took to the file that OPGEN_COST names, beside the budget of the
// package, and fails above twice the budget. CPU depends little on what else runs; budgets
// are those of a slow machine with empty caches.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

// budgets are CPU seconds of packages, by their folders, if tests run in full. Those that
// compile generated code take several times as long with an empty cache.
var budgets = map[string]float64{
	".":                           100,
	"cmd/gen":                     200,
	"internal/documents/importer": 80,
	"internal/plan/interpreter":   200,
	"internal/review/diff":        120,
	"internal/review/proof":       300,
	"internal/testing/generated":  250,
	"internal/testing/hostile":    100,
	"internal/testing/random":     150,
	"internal/testing/soundness":  250,
}

// usual is the budget of every other package.
const usual = 60

func main() {
	log.SetFlags(0)
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		os.Exit(max(exit.ExitCode(), 1)) // -1 of a signal
	} else if err != nil {
		log.Fatal(err)
	}
	if err := record((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()); err != nil {
		log.Fatal(err)
	}
}

// record notes the seconds of the package in whose folder the program runs.
func record(seconds float64) error {
	file := os.Getenv("OPGEN_COST")
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	root := dir
	for ; root != filepath.Dir(root); root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(rel)
	budget, ok := budgets[name]
	if !ok {
		budget = usual
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(f, "%6.1f of %3.0f  %s\n", seconds, budget, name); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if seconds > 2*budget {
		return fmt.Errorf("%s took %.0f s of CPU, more than twice its budget of %.0f s (.ci/cost)", name, seconds, budget)
	}
	return nil
}
