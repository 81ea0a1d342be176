package page

// reasons explain missed targets, from profiles. The key is a kind, or a kind and a
// case if the case has a reason of its own.
var reasons = map[string]string{
	"check": "Everything is generated and formatted in memory and compared; only writing is saved. For the smallest catalog, starting and formatting take most of the time.",
	"diff":  "Most of the time goes into checking the two catalogs, in parallel if there are processors for it. The rest is the search for examples of what breaks.",
	"compile": "Seven tenths of the time is the compiler's back end: each of 139 operations has a decoder, an encoder and a validator. " +
		"The runtime is compiled before.",
	"binary": "A client includes retries, envelopes, problems and a strict decoder. The runtime is 60 KB of code, plus the tables that the Go runtime keeps for it. " +
		"The client also links `json.Valid`, and `httptrace`, which combines traces by reflection.",
	"binary server": "`log/slog`, which logs failures, links `encoding/json`; the server also has a strict decoder. Each operation has its types, whose tags say what may be logged, its decoder and its validator.",
	"encode":        "The keys of maps are sorted, so that equal requests have equal bytes, and their values are encoded. ogen keeps values encoded and writes keys in any order.",
	"encode small":  "Most of the time is the copy for the transport, which is all that net-http does.",
	"decode": "Unknown keys become a `map[string]any` with usable values: two allocations for each map and one for each text. " +
		"ogen leaves them encoded, and accepts duplicate keys and invalid UTF-8.",
	"decode small":        "The measurement includes a call of the service and the encoding of an empty response; the others only decode.",
	"decode allocs small": "There are two allocations: one string for the body and one for the request.",
	"decode allocs":       "As above: maps of unknown keys are decoded.",
	"in process":          "Every call has a request with its own header and context; net-http shows what these cost. The rest is encoding, checking and decoding, and in small and large calls `encoding/json`, which decodes the response.",
	"loopback":            "Each call also has a header and a request id. A write, such as medium and large, has a trace that shows whether anything was sent.",
	"load":                "As over loopback. On few processors, clients, server and garbage collector compete, which shows in the 99th percentile.",
}
