package compare

import (
	"context"
	"encoding/json"
	"time"

	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/bench/subject"
)

// measures are the measurements of [subject.Main] that give times.
var measures = []string{"encode", "decode", "in process", "loopback"}

// calls measures the generated code of all subjects in turns. It skips subjects
// that do not work.
func (c *Comparison) calls(ctx context.Context, result *Result) {
	for _, name := range c.working(ctx) {
		var refused []bool
		if err := c.ask(ctx, name, &refused, "-measure", "refuse"); err == nil {
			result.Refused[name] = refused
		}
	}
	for round := range c.Rounds {
		c.logf("measure calls, round %d", round+1)
		for _, measure := range measures {
			for _, name := range c.subjects() {
				if c.set.Of("works", name, "") == nil {
					continue
				}
				var results []subject.Result
				if err := c.ask(ctx, name, &results, "-measure", measure, "-each", c.Each.String()); err != nil {
					c.fail(name, err)
					continue
				}
				for _, r := range results {
					c.set.Add(r.Measure, name, r.Size, r.Ns)
					c.set.Add(r.Measure+" allocs", name, r.Size, float64(r.Allocs))
				}
			}
		}
	}
}

// subjects returns the generators and the floors.
func (c *Comparison) subjects() []string { return append(c.names(), peer.Floor...) }

// working builds the measuring programs and returns the subjects whose calls work.
func (c *Comparison) working(ctx context.Context) []string {
	var working []string
	for _, name := range c.subjects() {
		c.logf("try calls of %s", name)
		err := c.program(ctx, name, "run")
		if err == nil {
			err = c.ask(ctx, name, new(any), "-measure", "check")
		}
		if err != nil {
			c.fail(name, err)
			continue
		}
		c.set.Add("works", name, "", 1)
		working = append(working, name)
	}
	return working
}

func (c *Comparison) fail(name string, err error) {
	c.logf("%s fails: %v", name, err)
	for _, measure := range measures {
		for _, size := range subject.Sizes {
			c.set.Fail(measure, name, size.Name, err)
		}
	}
}

// ask runs the program of a subject and decodes its output.
func (c *Comparison) ask(ctx context.Context, name string, output any, args ...string) error {
	return c.askProgram(ctx, name+"-run", "bodies.json", output, args...)
}

func (c *Comparison) askProgram(ctx context.Context, program, bodies string, output any, args ...string) error {
	args = append([]string{c.Work + "/programs/" + program, "-bodies", bodies}, args...)
	cost, err := measure.Run(ctx, c.dir(1), c.environment(), args...)
	if err != nil {
		return err
	}
	return json.Unmarshal(cost.Out, output)
}

// loads is the number of times that each subject is put under load.
const loads = 3

// load calls all subjects in turns from all processors.
func (c *Comparison) load(ctx context.Context) {
	for range loads {
		c.loadOnce(ctx, c.Load/loads)
	}
}

func (c *Comparison) loadOnce(ctx context.Context, each time.Duration) {
	for _, name := range c.subjects() {
		if c.set.Of("works", name, "") == nil {
			continue
		}
		c.logf("load %s for %s", name, each)
		var l subject.Load
		if err := c.ask(ctx, name, &l, "-measure", "load", "-each", each.String()); err != nil {
			c.set.Fail("load", name, "a call", err)
			continue
		}
		c.set.Add("load", name, "a call", l.Seconds*1e6/float64(l.Calls))
		c.set.Add("load", name, "median", l.P50)
		c.set.Add("load", name, "p99", l.P99)
		c.set.Add("heap", name, "at the start", l.HeapMiB[0])
		c.set.Add("heap", name, "at the end", l.HeapMiB[len(l.HeapMiB)-1])
		c.set.Add("failed", name, "calls", float64(l.Failed))
	}
}
