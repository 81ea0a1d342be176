package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/internal/testing/random"
)

// operations names a case by its number of operations.
func operations(n int) string {
	s := fmt.Sprint(n * peer.Operations)
	if len(s) > 3 {
		s = s[:len(s)-3] + "," + s[len(s)-3:]
	}
	return s
}

// errLate is the failure of a generator that is not run with a larger catalog,
// because it failed with a smaller one or took too long.
var errLate = errors.New("not tried")

// generate runs the generators in turns, with the areas of the catalog n times.
// Catalogs other than the smallest get half as many runs.
func (c *Comparison) generate(ctx context.Context, n int, smallest bool) error {
	if err := peer.Prepare(c.dir(n), c.Bench, random.Times(n)); err != nil {
		return err
	}
	runs := c.Runs
	if !smallest {
		runs = (runs + 1) / 2
	}
	c.inTurns(runs, n, []string{"generate", "memory"}, func(p peer.Peer) error {
		if c.late[p.Name] {
			return errLate
		}
		cost, err := c.generateWith(ctx, n, p)
		if err != nil {
			c.late[p.Name] = true
			return err
		}
		c.set.Add("generate", p.Name, operations(n), cost.Wall.Seconds())
		c.set.Add("memory", p.Name, operations(n), cost.MiB)
		if p.Name == peer.Self {
			return c.check(ctx, n)
		}
		return nil
	})
	for _, p := range c.Peers {
		if smallest && !c.late[p.Name] {
			c.set.Add("lines", p.Name, operations(n), float64(lines(filepath.Join(c.dir(n), p.Folder))))
		}
	}
	return nil
}

// generateWith runs a generator from scratch.
func (c *Comparison) generateWith(ctx context.Context, n int, p peer.Peer) (measure.Cost, error) {
	var total measure.Cost
	if err := os.RemoveAll(filepath.Join(c.dir(n), filepath.FromSlash(p.Folder))); err != nil {
		return total, err
	}
	if err := p.Configure(c.dir(n)); err != nil {
		return total, err
	}
	limited, cancel := context.WithTimeoutCause(ctx, c.Limit, fmt.Errorf("over %s", c.Limit))
	defer cancel()
	for _, args := range p.Commands {
		cost, err := c.run(limited, n, args...)
		if err != nil {
			return total, err
		}
		total = total.Plus(cost)
	}
	return total, nil
}

// check measures gen check on code that is up to date.
func (c *Comparison) check(ctx context.Context, n int) error {
	cost, err := c.run(ctx, n, "gen", "check", "--spec", "operations.yaml", "--out", "opgen")
	if err != nil {
		return err
	}
	c.set.Add("check", peer.Self, operations(n), cost.Wall.Seconds())
	return nil
}

// diff measures gen diff of two catalogs of 10,008 operations.
func (c *Comparison) diff(ctx context.Context) error {
	const n = 72
	dir := filepath.Join(c.Work, "diff")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	base := random.Times(n)
	head := changed(base)
	for name, text := range map[string][]byte{"base.yaml": base, "head.yaml": head} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	for range c.Runs {
		c.logf("diff %s operations", operations(n))
		const command = "gen diff base.yaml head.yaml > report.txt; test $? = 1"
		cost, err := measure.Run(ctx, dir, nil, "sh", "-c", command)
		if err != nil {
			return err
		}
		c.set.Add("diff", peer.Self, operations(n), cost.Wall.Seconds())
		c.set.Add("diff memory", peer.Self, operations(n), cost.MiB)
	}
	return nil
}

// changed returns a catalog with another field in one request of a hundred.
func changed(base []byte) []byte {
	var head []byte
	requests := 0
	for line := range bytes.Lines(base) {
		head = append(head, line...)
		isDeep := bytes.HasPrefix(line, []byte("        "))
		if !isDeep || !bytes.HasSuffix(line, []byte(" fields:\n")) {
			continue
		}
		requests++
		if requests%100 == 0 {
			head = append(head, "          added_since: {type: string, required: true}\n"...)
		}
	}
	return head
}

// lines counts the lines of Go in a folder, without tests.
func lines(dir string) int {
	n := 0
	filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		isTest := strings.HasSuffix(name, "_test.go")
		if err == nil && strings.HasSuffix(name, ".go") && !isTest {
			text, _ := os.ReadFile(name)
			n += bytes.Count(text, []byte("\n"))
		}
		return nil
	})
	return n
}
