// Package compare measures the generators side by side.
package compare

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
)

// Comparison says what to measure.
type Comparison struct {
	Work    string        // folder for the generated code
	Bench   string        // folder of this module
	Times   []int         // sizes of the catalogs, as multiples of the shipped one
	Compile int           // compile the code of catalogs up to this multiple
	Peers   []peer.Peer   // this generator first
	Runs    int           // runs of each generator and compiler; large catalogs get half as many
	Rounds  int           // rounds of measuring calls
	Each    time.Duration // duration of each of these measurements
	Load    time.Duration // duration of the load from all processors
	Limit   time.Duration // time limit of a generator
	Log     io.Writer     // gets the progress

	set     measure.Set
	late    map[string]bool // generators that failed, or took longer than the limit
	working []string        // subjects whose calls work
}

// Result is the result of a comparison, and the machine and versions behind it.
type Result struct {
	Go       string
	System   string
	CPU      string
	Cores    int
	Versions map[string]string // of the generators
	Took     time.Duration
	Refused  map[string][]bool // of subject.Refused, by subject
	Set      measure.Set
}

// Run measures everything. The result records the failure of a generator.
func (c *Comparison) Run(ctx context.Context) (*Result, error) {
	start := time.Now()
	// Generators call each other.
	if err := os.Setenv("PATH", c.bin()+":"+os.Getenv("PATH")); err != nil {
		return nil, err
	}
	c.late = map[string]bool{}
	versions, err := c.build(ctx)
	if err != nil {
		return nil, err
	}
	result := &Result{Versions: versions, Refused: map[string][]bool{}}
	for i, n := range c.Times {
		if err := c.generate(ctx, n, i == 0); err != nil {
			return nil, err
		}
		if n <= c.Compile {
			c.compile(ctx, n)
		}
	}
	if err := c.diff(ctx); err != nil {
		return nil, err
	}
	if c.Compile > 0 {
		if err := c.clone(ctx); err != nil {
			return nil, err
		}
	}
	c.binaries(ctx)
	c.calls(ctx, result)
	c.shapes(ctx)
	if c.Load > 0 {
		c.load(ctx)
	}
	if err := c.stores(ctx); err != nil {
		return nil, err
	}
	describe(result)
	result.Set, result.Took = c.set, time.Since(start)
	return result, nil
}

// logf says what is measured next: a comparison takes long.
func (c *Comparison) logf(format string, args ...any) {
	fmt.Fprintf(c.Log, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

// dir returns the folder for the catalog of size n.
func (c *Comparison) dir(n int) string { return filepath.Join(c.Work, fmt.Sprint(n)) }

// bin returns the folder of the built generators.
func (c *Comparison) bin() string { return filepath.Join(c.Work, "bin") }

// built returns the file of a program of a subject.
func (c *Comparison) built(subject, program string) string {
	return filepath.Join(c.Work, "programs", subject+"-"+program)
}

// environment is for commands in the modules of the generated code.
var environment = []string{"GOFLAGS=-mod=mod", "GOWORK=off"}

// run runs a program in the folder for the catalog of size n.
func (c *Comparison) run(ctx context.Context, n int, args ...string) (measure.Cost, error) {
	return measure.Run(ctx, c.dir(n), environment, args...)
}

// inTurns measures the generators in turns. The error of one that fails is recorded for
// the given kinds, and it is not measured again.
func (c *Comparison) inTurns(runs, n int, kinds []string, measure func(p peer.Peer) error) {
	failed := map[string]bool{}
	for run := range runs {
		for _, p := range c.Peers {
			if failed[p.Name] {
				continue
			}
			c.logf("%s %s operations with %s, run %d", kinds[0], operations(n), p.Name, run+1)
			if err := measure(p); err != nil {
				failed[p.Name] = true
				for _, kind := range kinds {
					c.set.Fail(kind, p.Name, operations(n), err)
				}
			}
		}
	}
}

// build builds the generators and returns their versions.
func (c *Comparison) build(ctx context.Context) (map[string]string, error) {
	c.logf("build the generators")
	versions := map[string]string{}
	for _, p := range c.Peers {
		if _, err := c.output(ctx, "go", "build", "-o", c.bin()+"/", p.Tool); err != nil {
			return nil, err
		}
		version, err := c.version(ctx, p)
		if err != nil {
			return nil, err
		}
		versions[p.Name] = version
	}
	return versions, nil
}

// version returns the version of a generator: a revision for this one, since it is replaced in
// go.mod.
func (c *Comparison) version(ctx context.Context, p peer.Peer) (string, error) {
	if p.Name == peer.Self {
		revision, err := c.output(ctx, "git", "describe", "--always", "--dirty")
		return "revision " + revision, err
	}
	return c.output(ctx, "go", "list", "-f", "{{.Module.Version}}", p.Tool)
}

// output returns what a program prints in the folder bench.
func (c *Comparison) output(ctx context.Context, args ...string) (string, error) {
	cost, err := measure.Run(ctx, c.Bench, nil, args...)
	return strings.TrimSpace(string(cost.Out)), err
}

// describe fills in the description of the machine.
func describe(r *Result) {
	r.Go = runtime.Version()
	r.System = runtime.GOOS + "/" + runtime.GOARCH
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "model name" {
			r.CPU = strings.TrimSpace(value)
			r.Cores++
		}
	}
}
