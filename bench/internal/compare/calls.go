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

var (
	callProgram = program{"run", "bodies.json", subject.Sizes, []string{"encode", "decode", "in process", "loopback"},
		func(measure, size string) (kind, in string) { return measure, size }}
	shapeProgram = program{"shapes", "shapes/bodies.json", subject.Shapes, []string{"encode", "decode"},
		func(measure, _ string) (kind, in string) { return "shapes", measure }}
)

// calls measures the generated code of all subjects whose calls work.
func (c *Comparison) calls(ctx context.Context, result *Result) {
	for _, name := range append(peer.Names(c.Peers), peer.Floor...) {
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
				var results []subject.Result
				if err := c.ask(ctx, p, name, &results, "-measure", measure, "-each", c.Each.String()); err != nil {
					c.fail(p, []string{measure}, name, err)
				}
				for _, r := range results {
					kind, in := p.kind(r.Measure, r.Size)
					c.set.Add(kind, name, in, r.Ns)
					c.set.Add(kind+" allocs", name, in, float64(r.Allocs))
				}
			}
		}
	}
}

// try builds the program of a subject and checks that it works.
func (c *Comparison) try(ctx context.Context, p program, name string) error {
	c.logf("try %s of %s", p.name, name)
	if _, err := c.run(ctx, 1, "go", "build", "-overlay", "overlay.json", "-o", c.built(name, p.name), "./cmd/"+name+"/"+p.name); err != nil {
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
	cost, err := c.run(ctx, 1, append([]string{c.built(name, p.name), "-bodies", p.bodies}, args...)...)
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
		for _, name := range c.working {
			c.logf("load %s for %s", name, c.Load/loads)
			var l subject.Load
			if err := c.ask(ctx, callProgram, name, &l, "-measure", "load", "-each", (c.Load / loads).String()); err != nil {
				c.set.Fail("load", name, "a call", err)
				continue
			}
			if l.Failed > 0 {
				c.set.Fail("load", name, "a call", fmt.Errorf("%d of %d calls failed", l.Failed, l.Calls))
			}
			c.set.Add("load", name, "a call", l.Seconds*1e6/float64(l.Calls))
			c.set.Add("load", name, "median", l.P50)
			c.set.Add("load", name, "p99", l.P99)
		}
	}
}
