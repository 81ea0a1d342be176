package compare

import (
	"context"
	"encoding/json"
	"fmt"

	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/bench/subject"
)

// program is a program that measures a subject by [subject.Main].
type program struct {
	name, bodies string
	sizes        []subject.Size
	measures     []string                                     // that give times
	kind         func(measure, size string) (kind, in string) // of the measurement in the set
}

// The programs that are built for each subject.
var (
	callProgram = program{
		name:     "run",
		bodies:   "bodies.json",
		sizes:    subject.Sizes,
		measures: []string{"encode", "decode", "in process", "loopback"},
		kind:     func(measure, size string) (kind, in string) { return measure, size },
	}
	shapeProgram = program{
		name:     "shapes",
		bodies:   "shapes/bodies.json",
		sizes:    subject.Shapes,
		measures: []string{"encode", "decode"},
		kind:     func(measure, _ string) (kind, in string) { return "shapes", measure },
	}
)

// calls measures the generated code of all subjects whose calls work.
func (c *Comparison) calls(ctx context.Context, result *Result) {
	for _, name := range append(peer.Names(c.Peers), peer.Floor...) {
		if !peer.Compiles(name) {
			continue
		}
		if err := c.try(ctx, callProgram, name); err != nil {
			c.fail(callProgram, callProgram.measures, name, err)
			continue
		}
		c.working = append(c.working, name)
		var refused []bool
		if err := c.ask(ctx, callProgram, name, &refused, "-measure", "refuse"); err == nil {
			result.Refused[name] = refused
		}
	}
	c.rounds(ctx, callProgram, c.working)
}

// shapes measures the code of a catalog with a union, a map and nullable fields.
func (c *Comparison) shapes(ctx context.Context) {
	var working []string
	for _, p := range c.Peers {
		if p.Shapes == nil {
			continue
		}
		_, err := c.run(ctx, 1, p.Shapes...)
		if err == nil {
			err = c.try(ctx, shapeProgram, p.Name)
		}
		if err != nil {
			c.fail(shapeProgram, shapeProgram.measures, p.Name, err)
			continue
		}
		working = append(working, p.Name)
	}
	c.rounds(ctx, shapeProgram, working)
}

// rounds measures subjects in turns.
func (c *Comparison) rounds(ctx context.Context, p program, subjects []string) {
	for round := range c.Rounds {
		c.logf("measure %s, round %d", p.name, round+1)
		for _, measure := range p.measures {
			for _, name := range subjects {
				c.measure(ctx, p, measure, name)
			}
		}
	}
}

// measure makes one measurement of a subject, for all sizes.
func (c *Comparison) measure(ctx context.Context, p program, measure, name string) {
	var results []subject.Result
	err := c.ask(ctx, p, name, &results, "-measure", measure, "-each", c.Each.String())
	if err != nil {
		c.fail(p, []string{measure}, name, err)
	}
	for _, r := range results {
		kind, in := p.kind(r.Measure, r.Size)
		c.set.Add(kind, name, in, r.Ns)
		c.set.Add(kind+" allocs", name, in, float64(r.Allocs))
	}
}

// try builds the program of a subject and checks that it works.
func (c *Comparison) try(ctx context.Context, p program, name string) error {
	c.logf("try %s of %s", p.name, name)
	_, err := c.run(ctx, 1, "go", "build", "-overlay", "overlay.json",
		"-o", c.built(name, p.name), "./cmd/"+name+"/"+p.name)
	if err != nil {
		return err
	}
	return c.ask(ctx, p, name, new(any), "-measure", "check")
}

// fail records that measurements of a subject failed.
func (c *Comparison) fail(p program, measures []string, name string, err error) {
	c.logf("%s fails: %v", name, err)
	for _, measure := range measures {
		for _, size := range p.sizes {
			kind, in := p.kind(measure, size.Name)
			c.set.Fail(kind, name, in, err)
		}
	}
}

// ask runs the program of a subject and decodes its output.
func (c *Comparison) ask(ctx context.Context, p program, name string, output any, args ...string) error {
	command := append([]string{c.built(name, p.name), "-bodies", p.bodies}, args...)
	cost, err := c.run(ctx, 1, command...)
	if err != nil {
		return err
	}
	return json.Unmarshal(cost.Out, output)
}

// loads is the number of times that each subject is put under load.
const loads = 3

// load calls all subjects in turns from all processors.
func (c *Comparison) load(ctx context.Context) {
	each := c.Load / loads
	for range loads {
		for _, name := range c.working {
			c.logf("load %s for %s", name, each)
			var l subject.Load
			err := c.ask(ctx, callProgram, name, &l, "-measure", "load", "-each", each.String())
			if err != nil {
				c.set.Fail("load", name, "a call", err)
				continue
			}
			if l.Failed > 0 {
				err := fmt.Errorf("%d of %d calls failed", l.Failed, l.Calls)
				c.set.Fail("load", name, "a call", err)
			}
			c.set.Add("load", name, "a call", l.Seconds*1e6/float64(l.Calls))
			c.set.Add("load", name, "median", l.P50)
			c.set.Add("load", name, "p99", l.P99)
		}
	}
}
