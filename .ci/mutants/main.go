// Command mutants changes packages in small ways, one at a time, and lists the changes that no test
// notices: those of the package, and of the packages of its module that import it.
//
// The tools of others either write the change into the tree, or copy the module for each of several
// workers, whose tests then time out on a busy machine and so seem to notice. This one builds each test
// binary once, with all changes of the sample, and runs one at a time, for those changes that it reaches.
//
//	go run ./.ci/mutants [-n 20] [-seed 1] [-limit 10s] [-users 3] [-v] [-C dir] ./package...
//
// mutate.go makes the changes, check.go sorts out those that do not compile, schema.go puts them into the
// package, and run.go runs the tests.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("mutants: ")
	n := flag.Int("n", 20, "how many changes of each package are tried; 0 is all")
	seed := flag.Uint64("seed", 1, "which changes are drawn")
	dir := flag.String("C", ".", "the folder of the module")
	limit := flag.Duration("limit", 0, "leave out packages whose tests take longer")
	known := flag.String("known", "", "a file with the changes that cannot be noticed, and reasons")
	users := flag.Int("users", -1, "how many users are tried after the tests of the package; -1 is all")
	verbose := flag.Bool("v", false, "also list the changes that are noticed, and the tests that fail")
	flag.Parse()
	reasons, err := readReasons(*known)
	if err != nil {
		log.Fatal(err)
	}
	var all tally
	for _, path := range flag.Args() {
		p, err := load(*dir, path)
		if err != nil {
			log.Fatal(err)
		}
		t, err := try(p, options{*n, *seed, *users, *limit, reasons, *verbose})
		if err != nil {
			log.Fatal(err)
		}
		all.add(t)
	}
	fmt.Printf("%s\n", all)
	if all.survived > 0 {
		os.Exit(1)
	}
}

// readReasons reads the changes that cannot be noticed. A line has the change as it is printed, a tab
// and the reason. It has no line number, so that it stays right when the code around it moves.
func readReasons(file string) (map[string]bool, error) {
	reasons := map[string]bool{}
	if file == "" {
		return reasons, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		change, _, explained := strings.Cut(lines.Text(), "\t")
		if explained {
			reasons[change] = true
		}
	}
	return reasons, nil
}

// checkReasons reports reasons for changes that a package no longer has, given all its changes.
func checkReasons(reasons map[string]bool, changes []*mutant) error {
	has := map[string]bool{}
	folders := map[string]bool{}
	for _, m := range changes {
		has[m.String()] = true
		folders[filepath.Dir(m.name())] = true
	}
	var gone []error
	for _, change := range slices.Sorted(maps.Keys(reasons)) {
		name, _, _ := strings.Cut(change, ":")
		if folders[filepath.Dir(name)] && !has[change] {
			gone = append(gone, fmt.Errorf("known: no such change: %s", change))
		}
	}
	return errors.Join(gone...)
}

// tally counts changes. Those that cannot be noticed do not count against the tests.
type tally struct{ killed, explained, survived int }

// add adds the counts of another package.
func (t *tally) add(o tally) {
	t.killed += o.killed
	t.explained += o.explained
	t.survived += o.survived
}

// String says which part of the changes is noticed.
func (t tally) String() string {
	all := t.killed + t.explained + t.survived
	return fmt.Sprintf("%d mutants: %d killed, %d cannot be noticed, %d survived: %.1f %%",
		all, t.killed, t.explained, t.survived, 100*float64(all-t.survived)/float64(max(all, 1)))
}

// options says which changes of a package are tried, and what is printed.
type options struct {
	n       int // 0 for all
	seed    uint64
	users   int // -1 for all
	limit   time.Duration
	reasons map[string]bool // why changes cannot be noticed
	verbose bool
}

// try tries some changes of a package, and prints those that no test notices.
func try(p *target, o options) (t tally, err error) {
	begun := time.Now()
	changes := p.mutants()
	if err := checkReasons(o.reasons, changes); err != nil {
		return t, err
	}
	drawn := p.draw(changes, o)
	r, err := p.build(drawn)
	if err != nil {
		return t, err
	}
	defer r.close()
	left := drawn
	for _, user := range p.firstUsers(o.users) {
		left, err = r.survivors(p, user, left, o)
		if err != nil {
			return t, err
		}
	}
	t.killed = len(drawn) - len(left)
	for _, m := range left {
		if o.reasons[m.String()] {
			t.explained++
			continue
		}
		t.survived++
		fmt.Printf("survived: %s, line %d: %s\n", p.path, m.line, m)
	}
	took := time.Since(begun).Round(time.Second)
	fmt.Printf("%s: %s, of %d, seed %d, %s\n", p.path, t, len(changes), o.seed, took)
	return t, nil
}

// survivors returns the changes that the tests of a package do not notice.
func (r *trial) survivors(p *target, user *listed, changes []*mutant, o options) (left []*mutant, err error) {
	if len(changes) == 0 {
		return nil, nil
	}
	limit := o.limit
	if limit == 0 || user.ImportPath == p.path {
		limit = time.Hour
	}
	s, err := r.suite(p, user, limit)
	if errors.Is(err, errLeftOut) {
		return changes, nil
	}
	if err != nil {
		return nil, err
	}
	for _, m := range changes {
		noticed, tests := r.notices(s, m)
		if !noticed {
			left = append(left, m)
			continue
		}
		if o.verbose {
			fmt.Printf("killed: %s, line %d: %s: by %s: %s\n", p.path, m.line, m, s.path, tests)
		}
	}
	return left, nil
}

// draw draws changes that compile.
func (t *target) draw(changes []*mutant, o options) (drawn []*mutant) {
	r := rand.New(rand.NewPCG(o.seed, 0))
	for _, i := range r.Perm(len(changes)) {
		if o.n > 0 && len(drawn) == o.n {
			break
		}
		if t.canBeTried(changes[i]) {
			drawn = append(drawn, changes[i])
		}
	}
	return drawn
}
