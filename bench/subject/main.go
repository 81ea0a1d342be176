package subject

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"
)

// Result is one measurement.
type Result struct {
	Measure string  // encode, decode, in process, loopback
	Size    string  // name of the body
	Ns      float64 // of one operation
	Allocs  int64
}

// Main is the program that measures a subject. The flag -measure selects the
// measurement, and the result is printed as JSON.
func Main(s Subject) {
	testing.Init()
	measure := flag.String("measure", "", "encode, decode, in process, loopback, load, check or refuse")
	file := flag.String("bodies", "", "file with the bodies, a JSON array of texts")
	each := flag.Duration("each", 200*time.Millisecond, "time of a measurement")
	flag.Parse()
	result, err := run(s, *measure, *file, *each)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(result)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// readBodies reads the bodies of a file, which is a JSON array of texts.
func readBodies(file string) ([][]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var texts []string
	if err := json.Unmarshal(text, &texts); err != nil {
		return nil, err
	}
	bodies := make([][]byte, len(texts))
	for i, body := range texts {
		bodies[i] = []byte(body)
	}
	return bodies, nil
}

// run makes one measurement of a subject, with the bodies in a file.
func run(s Subject, measure, file string, each time.Duration) (any, error) {
	bodies, err := readBodies(file)
	if err != nil {
		return nil, err
	}
	handler, err := s.Handler()
	if err != nil {
		return nil, err
	}
	url, client := "http://localhost", &http.Client{Transport: transport{handler}}
	if measure == "loopback" || measure == "load" {
		server := httptest.NewServer(handler)
		defer server.Close()
		url, client = server.URL, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	}
	calls, err := s.Calls(bodies, url, client)
	if err != nil {
		return nil, err
	}
	switch measure {
	case "check":
		return nil, check(s.Sizes, calls, bodies)
	case "refuse":
		return refusals(handler), nil
	case "load":
		return load(calls[1], each), nil
	}
	if err := flag.Set("test.benchtime", each.String()); err != nil {
		return nil, err
	}
	return benchmarks(s.Sizes, calls, bodies, measure)
}

// benchmarks runs a measurement for each size.
func benchmarks(sizes []Size, calls []Call, bodies [][]byte, measure string) ([]Result, error) {
	var results []Result
	for i, size := range sizes {
		once, err := operation(measure, calls[i], bodies[i])
		if err != nil {
			return nil, err
		}
		r, err := benchmark(once)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", measure, size.Name, err)
		}
		ns := float64(r.T.Nanoseconds()) / float64(r.N)
		results = append(results, Result{measure, size.Name, ns, r.AllocsPerOp()})
	}
	return results, nil
}

// operation returns what a measurement repeats. In process and loopback differ in the client of the
// call, which run has chosen.
func operation(measure string, call Call, body []byte) (once func() error, err error) {
	switch measure {
	case "encode":
		return func() error {
			_, err := call.Encode()
			return err
		}, nil
	case "decode":
		return func() error { return call.Decode(body) }, nil
	case "in process", "loopback":
		return func() error { return call.Do(ctx) }, nil
	}
	return nil, fmt.Errorf("unknown measurement %q", measure)
}

// benchmark repeats an operation until it fails or the time of a measurement is over.
func benchmark(once func() error) (r testing.BenchmarkResult, err error) {
	repeat := func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			err = once()
			if err != nil {
				b.FailNow()
			}
		}
	}
	r = testing.Benchmark(repeat)
	return r, err
}
