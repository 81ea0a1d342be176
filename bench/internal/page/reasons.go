package page

// reasons say what a profile shows where a target is missed, by the kind, and by
// the kind and the case where they differ.
var reasons = map[string]string{
	"again":      "Nothing is made again; what is left is starting, reading the catalog and the output, and hashing both.",
	"check":      "It does what a run does that has nothing to write: starting, reading the catalog and the output, and hashing both.",
	"check anew": "All is generated and formatted in memory and compared; writing is all that is saved, and the smallest catalog takes as long as starting and formatting do.",
	"diff":       "Checking the two catalogs is the largest part, at the same time, as far as there are processors; then come examples of what breaks.",
	"compile": "Seven tenths are the compiler's back end, over one decoder, one encoder and one validator for each of 139 operations; " +
		"`api` is compiled before.",
	"binary": "A client brings retries, envelopes, problems and a strict decoder along: `api` is 60 KB of code, to which come the tables by which " +
		"the runtime walks it. Then there are `json.Valid`, and `httptrace`, which combines traces by reflection.",
	"binary server": "`log/slog`, by which failures are told, brings `encoding/json` along; then there is a strict decoder. Each operation has its types, whose tags say what may be logged, its decoder and its validator.",
	"encode":        "The keys of maps are sorted, so that the same request is always the same bytes, and their values are encoded; ogen keeps these encoded, and writes the keys in any order.",
	"encode small":  "Most of it is the copy that the transport gets, which is all that the line net-http does.",
	"decode": "Further keys become a `map[string]any` whose values can be used; that is two allocations a map and one a text. " +
		"ogen leaves them encoded, and takes duplicate keys and what is not UTF-8.",
	"decode small":        "The service is called and an empty answer encoded meanwhile; the others only decode.",
	"decode allocs small": "There are two: the body becomes a string once, and the request is one piece of memory.",
	"decode allocs":       "Maps of further keys are two allocations each, and their texts one.",
	"in process":          "What every call has, a request with a header and a context of its own, is the line net-http. The rest is encoding, checking and decoding, as above, and for small and large `encoding/json`, which decodes the answer.",
	"loopback":            "To what all do come the header and the request id of each call, and for a write, which medium and large are, a trace that tells whether anything was sent.",
	"load":                "As over loopback. The 99th percentile is that of few processors, on which clients, server and collector compete.",
}
