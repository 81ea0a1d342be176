package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A change is noticed if a test fails, panics, or takes much longer than before. One test binary runs at
// a time, since a test that waits for a busy machine would look like one that fails.

// trial is a package that is built with all changes that are tried.
type trial struct {
	folder string // has the changed files and the binaries
	env    []string
}

// suite is the tests of a package.
type suite struct {
	path    string // the import path of the package
	dir     string
	binary  string
	skip    string        // a pattern of the tests that fail unchanged
	took    time.Duration // unchanged
	cpu     time.Duration
	reaches map[int]bool // the sites that run
}

// build writes the package with some changes.
func (t *target) build(changes []*mutant) (*trial, error) {
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	r := &trial{folder: folder}
	if err := r.write(t, changes); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// errLeftOut reports tests that cannot be used.
var errLeftOut = errors.New("the tests are left out")

// mostSkipped is how many tests of a suite may fail unchanged.
const mostSkipped = 4

// suite builds the tests of a package and runs them unchanged. Tests that fail then are left out: usually,
// they count allocations, and a choice costs some. The error is errLeftOut if too many fail, or they take
// longer than a limit.
func (r *trial) suite(t *target, p *listed, limit time.Duration) (*suite, error) {
	s := &suite{path: p.ImportPath, dir: p.Dir, binary: filepath.Join(r.folder, "suite.test")}
	compile := exec.Command("go", "test", "-c", "-vet=off", "-o", s.binary, p.ImportPath)
	compile.Dir, compile.Env, compile.Stderr = t.module, r.env, os.Stderr
	if err := compile.Run(); err != nil {
		return nil, err
	}
	for range mostSkipped + 1 {
		begun := time.Now()
		out, passes := r.record(s, limit)
		s.took = time.Since(begun)
		if passes {
			return s, nil
		}
		fmt.Printf("left out: %s: fails unchanged, or takes too long: %s\n", s.path, failures(out))
		failed := failedTest.FindStringSubmatch(out)
		if failed == nil {
			return nil, errLeftOut
		}
		s.skip = strings.TrimPrefix(s.skip+"|^"+failed[1]+"$", "|")
	}
	return nil, errLeftOut
}

// failedTest finds the name of a test that failed.
var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)

// close removes what was built.
func (r *trial) close() { os.RemoveAll(r.folder) }

// write numbers the changes, writes the package with all of them, and lets go commands use it, those
// that tests start included.
func (r *trial) write(t *target, changes []*mutant) error {
	byFile := map[*source][]*mutant{}
	for i, m := range changes {
		m.id = i + 1
		byFile[m.file] = append(byFile[m.file], m)
	}
	chooser := filepath.Join(r.folder, "mutants_chooser.go")
	err := os.WriteFile(chooser, []byte(t.chooser(r.folder, len(changes)+1)), 0o600)
	replace := map[string]string{filepath.Join(filepath.Dir(t.files[0].path), "mutants_chooser.go"): chooser}
	for f, changes := range byFile {
		changed := filepath.Join(r.folder, filepath.Base(f.path))
		text := withChoices(f.text, 0, len(f.text), sitesOf(changes))
		err = errors.Join(err, os.WriteFile(changed, []byte(text), 0o600))
		replace[f.path] = changed
	}
	overlay := filepath.Join(r.folder, "overlay.json")
	list, _ := json.Marshal(map[string]any{"Replace": replace}) // strings cannot fail
	flags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -overlay=" + overlay)
	r.env = append(os.Environ(), "GOFLAGS="+flags)
	return errors.Join(err, os.WriteFile(overlay, list, 0o600))
}

// record runs a suite unchanged, and notes the sites that it reaches.
func (r *trial) record(s *suite, limit time.Duration) (out string, passes bool) {
	os.Remove(reachedFile(r.folder)) // none for the first suite
	out, s.cpu, passes = r.run(s, recording, time.Hour, limit)
	text, _ := os.ReadFile(reachedFile(r.folder)) // none if no site is reached
	s.reaches = map[int]bool{}
	for line := range strings.Lines(string(text)) {
		site, err := strconv.Atoi(strings.TrimSpace(line))
		if err == nil {
			s.reaches[site] = true
		}
	}
	return out, passes
}

// run runs the tests of a suite with a change, and returns what they print and the processor time that
// they take. The limit of processor time is for each process, so a busy machine does not shorten it.
func (r *trial) run(s *suite, on string, cpu, limit time.Duration) (out string, took time.Duration, passes bool) {
	if err := os.WriteFile(onFile(r.folder), []byte(on), 0o600); err != nil {
		panic(err)
	}
	// The context ends tests that cannot end themselves.
	ctx, cancel := context.WithTimeout(context.Background(), limit+10*time.Second)
	defer cancel()
	test := exec.CommandContext(ctx, "sh", "-c", `ulimit -t "$0"; ulimit -v 16000000; exec "$@"`,
		strconv.Itoa(int(cpu.Seconds())+1),
		s.binary, "-test.short", "-test.failfast", "-test.paniconexit0",
		"-test.timeout="+limit.String(), "-test.skip="+s.skip)
	test.Dir, test.Env = s.dir, append(slices.Clone(r.env), "PWD="+s.dir)
	test.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	test.Cancel = func() error { return syscall.Kill(-test.Process.Pid, syscall.SIGKILL) }
	test.WaitDelay = 10 * time.Second
	text, err := test.CombinedOutput()
	if test.ProcessState == nil {
		panic(err) // the tests did not start
	}
	took = test.ProcessState.UserTime() + test.ProcessState.SystemTime()
	return string(text), took, err == nil
}

// notices reports whether tests notice a change, and which fail.
func (r *trial) notices(s *suite, m *mutant) (noticed bool, tests string) {
	if !s.reaches[m.site] {
		return false, ""
	}
	out, took, passes := r.run(s, strconv.Itoa(m.id), 3*s.cpu, 10*s.took+20*time.Second)
	return !passes, cmp.Or(failures(out), "after "+took.String())
}

// failures returns the lines of the output of tests that name what failed.
func failures(out string) string {
	var lines []string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "--- FAIL") || strings.HasPrefix(line, "panic: ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}
