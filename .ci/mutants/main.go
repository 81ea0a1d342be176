// Command mutants changes packages in small ways, one at a time, and lists the changes that no test
// notices: those of the package, and of the packages of its module that import it.
//
// The tools of others either write the change into the tree, or copy the module for each of several
// workers, whose tests then time out on a busy machine and so seem to notice. This one passes the
// changed file by -overlay in GOFLAGS, which commands that tests start obey, too, and runs one go test
// at a time.
//
//	go run ./.ci/mutants [-n 20] [-seed 1] [-limit 10s] [-C dir] ./package...
//
// mutate.go makes the changes, and run.go runs the tests.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
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
	flag.Parse()
	reasons, err := readReasons(*known)
	if err != nil {
		log.Fatal(err)
	}
	var all tally
	for _, path := range flag.Args() {
		p, err := load(*dir, path, *limit)
		if err != nil {
			log.Fatal(err)
		}
		all.add(try(p, *n, *seed, reasons))
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

// try tries some changes of a package, and prints those that no test notices.
func try(p *target, n int, seed uint64, reasons map[string]bool) (t tally) {
	begun := time.Now()
	changes := p.mutants()
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	if n == 0 {
		n = len(changes)
	}
	for _, m := range changes {
		if t.killed+t.explained+t.survived == n {
			break
		}
		by, compiles := p.killer(m)
		switch {
		case !compiles: // the next one takes its place
		case by != "":
			t.killed++
		case reasons[m.String()]:
			t.explained++
		default:
			t.survived++
			fmt.Printf("survived: %s, line %d: %s\n", p.path, m.line, m)
		}
	}
	took := time.Since(begun).Round(time.Second)
	fmt.Printf("%s: %s, of %d, seed %d, %s\n", p.path, t, len(changes), seed, took)
	return t
}
