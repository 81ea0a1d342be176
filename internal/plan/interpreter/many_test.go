package interpreter_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter/testdata/probe"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// A body may have any number of members: each that is missing or given twice is
// told, wherever it stands, and what is there arrives.
func TestManyMembers(t *testing.T) {
	long.Only(t, "compiling the generated code takes several seconds")
	all := map[string]*catalog.Catalog{}
	for _, n := range []int{100, 1000} {
		c, problems := catalog.Parse("catalog.yaml", []byte(random.Wide(n).YAML()))
		require.Empty(t, problems)
		all[fmt.Sprint("wide", n)] = c
	}
	var tried []trial
	var want []string
	each(all, func(name string, op *catalog.Operation) {
		body := filled(op.Request)
		decode := func(o object, violation string) {
			tried = append(tried, trial{op: op, job: probe.Job{Operation: name + " " + op.Path, Kind: "decode", Text: appendNode(nil, o)}})
			want = append(want, violation)
		}
		decode(body, "")
		for i, f := range op.Request.Fields {
			if i > 2 && i != 63 && i != 64 && i != 65 && i%99 != 0 && i%127 != 0 {
				continue
			}
			at := slices.IndexFunc(body, func(e entry) bool { return e.Key == f.Name })
			violation := ""
			if f.Required {
				violation = api.RuleRequired + " /" + f.Name
			}
			decode(slices.Delete(slices.Clone(body), at, at+1), violation)
			decode(append(slices.Clone(body), body[at]), api.RuleDuplicateField+" /"+f.Name)
		}
		encoded := trial{op: op, request: body, job: probe.Job{Operation: name + " " + op.Path, Kind: "encode", Text: appendNode(nil, goNamed(op.Request, body))}}
		tried, want = append(tried, encoded), append(want, "")
	})
	var jobs []probe.Job
	for _, one := range tried {
		jobs = append(jobs, one.job)
	}
	met := map[string]bool{}
	for i, got := range do(t, build(t, all), jobs) {
		told := ""
		for _, v := range got.Violations {
			told += v.Rule + " " + v.Field
		}
		require.Equal(t, want[i], told)
		wrong, known := judge(tried[i].op, tried[i], got)
		require.Empty(t, wrong)
		require.True(t, known)
		met[told] = true
		if want[i] == "" {
			v, ok := parse(got.Text)
			require.True(t, ok)
			require.Greater(t, len(v.(object)), 99, strconv.Quote(tried[i].job.Kind))
		}
	}
	require.Subset(t, met, map[string]bool{
		"required /field_63": true, "required /field_99": true, "required /field_990": true,
		"duplicate-field /field_64": true, "duplicate-field /field_65": true, "duplicate-field /field_990": true,
	})
}

// filled is an object of a shape that holds every field.
func filled(s *catalog.Shape) object {
	values := map[catalog.Kind]any{
		catalog.String: "x", catalog.Integer: json.Number("1"), catalog.Boolean: true, catalog.Number: json.Number("1.50"),
		catalog.Array: []any{"a"}, catalog.Object: object{{Key: "key", Value: nil}}, catalog.Any: []any{}, catalog.Enumeration: "small",
	}
	var o object
	for _, f := range s.Fields {
		if values[catalog.Record] = nil; f.Type.Record != nil {
			values[catalog.Record] = filled(f.Type.Record)
		}
		o = append(o, entry{Key: f.Name, Value: values[f.Type.Kind]})
	}
	return o
}
