package page

import (
	"errors"
	"flag"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/peer"
)

var update = flag.Bool("update", false, "write the page that is expected")

// result has met and missed targets of each sort, and a generator that failed.
func result() *compare.Result {
	r := &compare.Result{
		Go: "go1.26", System: "linux/amd64", CPU: "Example", Cores: 2, Took: 61 * time.Second,
		Versions: map[string]string{"opgen": "v0.0.0", "ogen": "v1.24.0"},
		Refused:  map[string][]bool{"opgen": {true, true, true, true, true, true, true}, "ogen": {true, true, false, false, false, false, true}},
	}
	for i, in := range []string{"139", "1,390"} {
		for _, v := range []float64{0.1, 0.3, 0.2} {
			r.Set.Add("generate", "opgen", in, v)
			r.Set.Add("generate", "ogen", in, (v+1)/float64(1+2*i))
		}
		r.Set.Add("check", "opgen", in, 0.08+0.1*float64(i))
		r.Set.Fail("generate", "go-swagger", in, errors.New("over 2m30s"))
	}
	r.Set.Add("binary", "opgen", "client", 6.3)
	r.Set.Add("binary", "net-http", "client", 6.2)
	r.Set.Add("clone", "opgen", "go generate", 60)
	r.Set.Add("clone", compare.Std, "go generate", 64)
	r.Set.Add("diff", "opgen", "10,008", 1.5)
	return r
}

func TestPageIsAsInItsGolden(t *testing.T) {
	got, err := Markdown(result(), "go run ./cmd/compare")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile("testdata/page.md", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/page.md")
	require.NoError(t, err)
	require.Equal(t, string(want), got, "go test -C bench ./internal/page -update")
}

// Each target is compared with the figure that it names.
func TestTargetsCompareTheFigureTheyName(t *testing.T) {
	r := result()
	ratios := map[string]float64{}
	for _, k := range kinds {
		for _, v := range verdicts(k, r.Set) {
			ratios[k.id+" "+v.in] = v.ratio
		}
	}
	require.InDeltaMapValues(t, map[string]float64{
		"generate 139": 0.2 / 1.2, "generate 1,390": 0.2 / 0.4, "check 139": 0.08 / 0.2, "check 1,390": 0.18 / 0.2,
		"binary client": 6.3 / 6.2, "diff 10,008": 3, "clone go generate": 60.0 / 64,
	}, ratios, 1e-9)
}

// Every target names its reference, and every reference is measured.
func TestEveryReferenceIsMeasured(t *testing.T) {
	known := slices.Concat(subjects(), others, []string{""})
	for _, k := range kinds {
		require.NotZero(t, k.unit, k.id)
		for _, to := range k.targets {
			require.Contains(t, known, to.of.subject, k.id)
			require.NotEmpty(t, to.of.name, k.id)
			require.Positive(t, to.most, k.id)
		}
	}
	require.Equal(t, peer.Self, subjects()[0])
}
