// Package scripts has commands for the test scripts of several packages.
package scripts

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// Exits is the command "exits N command...": it runs a command that exits with a code.
func Exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil {
		ts.Fatalf("usage: exits N command...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// longAgo is the time of files that [Age] made old.
var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// Age is the command "age folder": its files become old.
func Age(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return os.Chtimes(name, longAgo, longAgo)
	}))
}

// Old is the command "[!] old file...": the files were not written since [Age].
func Old(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		info, err := os.Stat(ts.MkAbs(name))
		ts.Check(err)
		if info.ModTime().Equal(longAgo) == neg {
			ts.Fatalf("%s: written %v", name, info.ModTime())
		}
	}
}
