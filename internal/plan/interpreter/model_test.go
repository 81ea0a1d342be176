package interpreter_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// What this package makes of any body is what the model makes of it. Other tests
// compare it with generated code, which takes longer.
func TestAgreesWithTheModel(t *testing.T) {
	all := catalogs(t)
	delete(all, "shipped") // large, and compared with generated code
	for s := range uint64(3) {
		if _, c, _ := random.Repair(random.Catalog(*long.Seed + s)); c != nil {
			all[fmt.Sprint("seed", *long.Seed+s)] = c
		}
	}
	known := map[string]int{}
	each(all, func(name string, op *catalog.Operation) {
		n := 8
		if name == "carries" {
			n = 200
		}
		for _, one := range trials(name, op, n) {
			got := one.want
			got.Again = got.Drifts // only generated code writes what it read
			wrong, ok := judge(op, one, got)
			require.Empty(t, wrong, "%s %s %s", one.job.Operation, one.job.Kind, one.job.Text)
			if ok && len(one.want.Violations) == 0 {
				known[one.job.Kind]++
			}
		}
	})
	t.Log(known)
	require.Greater(t, known["decode"], 300)
	require.Greater(t, known["encode"], 300)
}
