package interpreter_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/interpreter/testdata/probe"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// catalogs returns the catalogs to compare: the shipped one, those of the golden files, two of
// this package, one with more members than a word has bits, and those with former differences.
func catalogs(t *testing.T) map[string]*catalog.Catalog {
	wide, problems := catalog.Parse("wide.yaml", []byte(random.Wide(200).YAML()))
	require.Empty(t, problems)
	all := map[string]*catalog.Catalog{
		"wide":       wide,
		"shipped":    load(t, "../../../spec/operations.yaml"),
		"everything": load(t, "testdata/everything.yaml"),
		"carries":    load(t, "testdata/carries.yaml"),
	}
	golden, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, golden)
	for _, file := range golden {
		all[filepath.Base(filepath.Dir(file))] = load(t, file)
	}
	kept, err := filepath.Glob("testdata/kept/*.yaml")
	require.NoError(t, err)
	for _, file := range kept {
		all[strings.TrimSuffix(filepath.Base(file), ".yaml")] = load(t, file)
	}
	return all
}

// addRandom adds n random catalogs.
func addRandom(all map[string]*catalog.Catalog, n uint64) {
	for s := range n {
		if _, c, _ := random.Repair(random.Catalog(*long.Seed + s)); c != nil {
			all[fmt.Sprint("seed", *long.Seed+s)] = c
		}
	}
}

// each calls a function with every operation of the catalogs.
func each(all map[string]*catalog.Catalog, f func(name string, op *catalog.Operation)) {
	for name, c := range all {
		for op := range c.Operations() {
			f(name, op)
		}
	}
}

// trial is a job and the outcome of this package.
type trial struct {
	op       *catalog.Operation
	job      probe.Job
	want     probe.Outcome
	request  object // of encode: what the job says, by wire names
	response string // of answer: what is in the envelope that the job says, "" if that is none of a success
}

// trials returns random trials, the same ones every time.
func trials(name string, op *catalog.Operation, n int) []trial {
	m := maker{Rand: rand.New(rand.NewPCG(uint64(len(name)), uint64(len(op.Path)*7+len(op.Request.Fields))))}
	var list []trial
	try := func(kind, text string, unknown bool, outcome probe.Outcome) {
		list = append(list, trial{op, probe.Job{Operation: name + " " + op.Path, Kind: kind, Text: []byte(text), Unknown: unknown}, outcome, nil, ""})
	}
	decode := func(body string, unknown bool) {
		var opts []api.HandlerOption
		if unknown {
			opts = append(opts, api.WithServerUnknownFields())
		}
		r := interpreter.New(op).Decode(body, opts...)
		try("decode", body, unknown, probe.Outcome{Status: r.Status, Violations: r.Violations, Text: r.Settled})
	}
	for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
		if r, ok := sample.Request(op, size); ok {
			decode(r.JSON(), false)
		}
	}
	for i := range n {
		m.wire = true
		decode(m.body(op.Request), i%8 == 0)
		answer := m.envelope(op.Envelope, m.body(op.Response.Shape))
		read := probe.Outcome{}
		response, err := opened(op, answer)
		inside := err == nil
		switch {
		case inside && op.Response.Lenient:
			read.Drifts, err = interpreter.New(op).Drifts(response)
		case inside:
			_, err = interpreter.New(op).Sent(response)
		}
		if err != nil {
			read.Error = err.Error()
		}
		try("answer", answer, false, read)
		list[len(list)-1].response = response
		m.wire = false
		request := m.shape(op.Request)
		body, violations, err := interpreter.New(op).Encode(string(appendNode(nil, request)))
		if err == nil {
			want := probe.Outcome{Violations: violations, Text: body}
			if len(violations) == 0 {
				want.Served = interpreter.New(op).Decode(body).Settled
			}
			try("encode", string(appendNode(nil, goNamed(op.Request, request))), false, want)
			list[len(list)-1].request = request
		}
	}
	return list
}

// disagreement is an outcome that differs from that of this package, or that is wrong
// according to the model.
type disagreement struct {
	trial
	got   probe.Outcome
	wrong string
}

func (d *disagreement) require(t *testing.T) {
	require.Empty(t, d.wrong, "%s %s %s", d.job.Operation, d.job.Kind, d.job.Text)
	require.Equal(t, d.got, d.want, "%s %s %s", d.job.Operation, d.job.Kind, d.job.Text)
}

// compare tries every operation of catalogs n times, the shipped one less often, and returns
// the first disagreement, or nil. It counts the other outcomes.
func compare(t *testing.T, all map[string]*catalog.Catalog, seen map[string]int, n int) *disagreement {
	var tried []trial
	var jobs []probe.Job
	each(all, func(name string, op *catalog.Operation) {
		times := n
		if name == "shipped" {
			times = n / 10
		}
		for _, one := range trials(name, op, times) {
			tried = append(tried, one)
			jobs = append(jobs, one.job)
		}
	})
	for i, got := range do(t, build(t, all), jobs) {
		job, want := tried[i].job, tried[i].want
		text := strings.TrimSpace(tried[i].response)
		empty := text == "" || text == "null"
		if want.Error != "" && (strings.Contains(got.Error, ": "+want.Error) || got.Error != "" && (empty || want.Error == "the body is not JSON")) {
			got.Error = want.Error // says more around it, where it is, or that it is empty
		}
		if job.Kind == "encode" && got.Text == "" && len(got.Violations) > 0 {
			want.Text = "" // it cannot be sent at all; the model says if it can
		}
		want.Again = got.Again
		if want.Held = got.Held; !assert.ObjectsAreEqual(got, want) { // this package does not show what it holds
			return &disagreement{tried[i], got, ""}
		}
		wrong, known := judge(tried[i].op, tried[i], got)
		if wrong != "" {
			return &disagreement{tried[i], got, wrong}
		}
		if known {
			seen["judged "+job.Kind]++
		}
		if got.Served != "" {
			seen["served"]++
		}
		seen[job.Kind]++
		seen[http.StatusText(got.Status)]++
		if got.Error != "" {
			seen["unreadable"]++
		}
		if len(got.Drifts) > 0 {
			seen["drifts"]++
		}
		for _, v := range got.Violations {
			seen[job.Kind+" "+v.Rule]++
			if strings.Contains(v.Field, "[redacted]") {
				seen["hidden"]++
			}
		}
	}
	return nil
}

// For every operation of every catalog, generated code has the same outcomes.
func TestAgreesWithGeneratedCode(t *testing.T) {
	long.SkipUnlessFull(t, "compiling the generated code takes several seconds")
	seen := map[string]int{}
	if found := compare(t, catalogs(t), seen, 300); found != nil {
		found.require(t)
	}
	t.Log(seen)
	for _, rule := range []string{
		api.RuleRequired, api.RuleNonBlank, api.RuleEnum, api.RuleMinItems, api.RuleMaxItems, api.RuleMinLength,
		api.RuleMaxLength, api.RuleMinimum, api.RuleMaximum, api.RulePattern, api.RuleJoin, api.RuleFirstOf,
		api.RuleAtLeastOne, api.RuleAtMostOne, api.RuleAllOrNone,
	} {
		require.Greater(t, seen["decode "+rule], 10, rule)
		require.Greater(t, seen["encode "+rule], 10, rule)
	}
	require.Greater(t, seen["hidden"], 10)
	for _, rule := range []string{api.RuleType, api.RuleUnknownField, api.RuleDuplicateField, api.RuleJSON, api.RuleUTF8} {
		require.Greater(t, seen["decode "+rule], 10, rule)
	}
}

// batch is the number of catalogs in a program.
const batch = 25

// Generated code has the same outcomes for random catalogs.
func TestAgreesOnRandomCatalogs(t *testing.T) {
	long.SkipUnlessFull(t, "compiling the generated code takes several seconds")
	seen := map[string]int{}
	s, count := *long.Seed, long.Tries(25, 25)
	for done := 0; done < count; done += batch {
		all, made := map[string]*catalog.Catalog{}, map[string]random.Map{}
		for ; len(all) < min(batch, count-done); s++ {
			if m, c, _ := random.Repair(random.Catalog(s)); c != nil {
				name := fmt.Sprintf("seed%d", s)
				all[name], made[name] = c, m
			}
		}
		if found := compare(t, all, seen, 40); found != nil {
			name, path, _ := strings.Cut(found.job.Operation, " ")
			t.Logf("%s disagrees: %s\n%s\nIts catalog is reduced, which takes minutes.", found.job.Operation, found.wrong, found.job.Text)
			small := smallest(t, made[name], path)
			file := filepath.Join("testdata", "kept", name+".yaml")
			require.NoError(t, os.WriteFile(file, []byte(small.YAML()), 0o644))
			t.Logf("%s, kept in %s\n%s", name, file, small)
			found.require(t)
		}
	}
	t.Log(seen)
	for _, kind := range []string{"decode", "encode", "answer", "OK", "Unprocessable Entity", "Bad Request", "unreadable", "judged decode", "judged encode", "judged answer", "served"} {
		require.Greater(t, seen[kind], 5*min(batch, count), kind)
	}
}

// smallest reduces a catalog while the operation at a path disagrees, with a limited number
// of programs.
func smallest(t *testing.T, m random.Map, path string) random.Map {
	programs := 100
	return random.Shrink(m, func(m random.Map) bool {
		c, problems := catalog.Parse("catalog.yaml", []byte(m.YAML()))
		if programs == 0 || len(problems) > 0 {
			return false
		}
		programs--
		all, there := map[string]*catalog.Catalog{"small": c}, false
		each(all, func(_ string, op *catalog.Operation) { there = there || op.Path == path })
		return there && compare(t, all, map[string]int{}, 300) != nil
	})
}

// This package agrees with the model for any body. Other tests compare it with generated
// code, which takes longer.
func TestAgreesWithTheModel(t *testing.T) {
	all := catalogs(t)
	delete(all, "shipped") // large, and compared with generated code
	addRandom(all, 3)
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
