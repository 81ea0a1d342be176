package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"

	"example.com/opgen/bench/internal/measure"
)

// The stores of the sandbox, as its benchmark names them.
const (
	Memory = "memory"
	SQLite = "SQLite"
)

// storeLine is a line of the benchmark, such as
//
//	BenchmarkCalls/search/SQLite-2   1000   52340 ns/op
var storeLine = regexp.MustCompile(`(?m)^BenchmarkCalls/(\w+)/(\w+)\S*\s+\d+\s+([0-9.]+) ns/op`)

// stores measures calls of the sandbox with documents in memory and in a file of SQLite.
func (c *Comparison) stores(ctx context.Context) error {
	c.logf("calls of the sandbox")
	dir := filepath.Join(filepath.Dir(c.Bench), "sandbox")
	cost, err := measure.Run(ctx, dir, nil, "go", "test", "-run", "^$", "-bench", "^BenchmarkCalls$",
		"-count", strconv.Itoa(c.Rounds), "-benchtime", c.Each.String(), "./internal/insurance")
	if err != nil {
		return err
	}
	lines := storeLine.FindAllSubmatch(cost.Out, -1)
	if lines == nil {
		return fmt.Errorf("the benchmark of the sandbox printed no times: %s", cost.Out)
	}
	for _, line := range lines {
		call, store := string(line[1]), string(line[2])
		ns, err := strconv.ParseFloat(string(line[3]), 64)
		if err != nil {
			return err
		}
		c.set.Add("stores", store, call, ns)
	}
	return nil
}
