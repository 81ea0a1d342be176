package page

// reasons explain missed targets, from profiles. The key is a kind, or a kind and a
// case if the case has a reason of its own.
var reasons = map[string]string{
	"check":               "Everything is generated and formatted in memory; only writing is saved.",
	"diff":                "Most of the time goes into checking the two catalogs, in parallel if there are processors for it, and the rest into examples of what breaks.",
	"compile":             "Seven tenths of the time is the compiler's back end: each of 139 operations has a decoder, an encoder and a validator.",
	"binary":              "A client includes retries, envelopes, problems and a strict decoder: 60 KB of code, plus the tables of the Go runtime. It also links `json.Valid` and `httptrace`, which uses reflection.",
	"binary server":       "`log/slog` links `encoding/json`. The server also has a strict decoder, and for each operation types with tags, a decoder and a validator.",
	"encode":              "The keys of maps are sorted, so that equal requests have equal bytes, and their values are encoded. ogen keeps values encoded and writes keys in any order.",
	"encode small":        "Most of the time is the copy for the transport, which is all that net-http does.",
	"decode":              "Unknown keys become a `map[string]any`: two allocations for each map and one for each text. ogen leaves them encoded, and accepts duplicate keys and invalid UTF-8.",
	"decode small":        "The measurement includes a call of the service and an empty response; the others only decode.",
	"decode allocs small": "There are two allocations: one string for the body and one for the request.",
	"decode allocs":       "As above: maps of unknown keys are decoded.",
	"in process":          "Every call has a request with its own header and context, as net-http shows. The rest is encoding, checking and decoding.",
	"loopback":            "Each call also has a header and a request id, and a write, such as medium and large, has a trace that shows whether anything was sent.",
	"load":                "As over loopback. On few processors, clients, server and garbage collector compete, which shows in the 99th percentile.",
}
