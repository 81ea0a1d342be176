package compare

import (
	"context"
	"path/filepath"

	"example.com/opgen/bench/internal/measure"
	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/bench/subject"
)

// shapes measures the code of a catalog with a union, a map and nullable fields.
func (c *Comparison) shapes(ctx context.Context) {
	var working []string
	for _, p := range c.Peers {
		if p.Shapes == nil {
			continue
		}
		c.logf("try shapes with %s", p.Name)
		if err := c.prepareShapes(ctx, p); err != nil {
			c.logf("%s fails: %v", p.Name, err)
			c.set.Fail("shapes", p.Name, "encode", err)
			continue
		}
		working = append(working, p.Name)
	}
	for round := range c.Rounds {
		c.logf("measure shapes, round %d", round+1)
		for _, measure := range []string{"encode", "decode"} {
			for _, name := range working {
				var results []subject.Result
				if err := c.askProgram(ctx, name+"-shapes", "shapes/bodies.json", &results, "-measure", measure, "-each", c.Each.String()); err != nil {
					c.set.Fail("shapes", name, measure, err)
					continue
				}
				for _, r := range results {
					c.set.Add("shapes", name, measure, r.Ns)
					c.set.Add("shapes allocs", name, measure, float64(r.Allocs))
				}
			}
		}
	}
}

// prepareShapes generates the code, and builds and tries its program.
func (c *Comparison) prepareShapes(ctx context.Context, p peer.Peer) error {
	command := append([]string{filepath.Join(c.bin(), p.Shapes[0])}, p.Shapes[1:]...)
	if _, err := measure.Run(ctx, c.dir(1), c.environment(), command...); err != nil {
		return err
	}
	if err := c.program(ctx, p.Name, "shapes"); err != nil {
		return err
	}
	return c.askProgram(ctx, p.Name+"-shapes", "shapes/bodies.json", new(any), "-measure", "check")
}
