package random

import "example.com/opgen/internal/text/textformat"

// These names have a meaning in Go or in the generated code, surprise programs, or
// become the same name in Go.

var wireNames = []string{
	"type", "func", "range", "map", "select", "go", "default", "package", "import", "interface", "struct", "var", "const", "chan",
	"string", "len", "nil", "error", "any", "int", "new", "append", "iota", "true", "init", "main", "make", "panic",
	"r", "b", "s", "d", "v", "c", "i", "t", "f", "n", "ctx", "req", "res", "opts", "call", "err", "page", "size", "caller",
	"validate", "is_empty", "isEmpty", "with_codes", "append_json", "format", "log_value", "received", "Received", "extra", "decode", "String",
	"Validate", "AppendJSON", "go_string", "marshal_json", "context", "client", "service", "json", "api", "http",
	"id", "ids", "ID", "Id", "api_url", "userID", "HTTPServer", "csvs", "claimId", "claim_id", "claim-id", "claim id", "CLAIM_ID",
	"élan", "ÄÖ", "имя", "名前", "größe", "ßa", "ǆa", "ʼn", "ſ", "İ", "ı", "a·b", "x₂", "e\u0301",
	`a"b`, "a`b", `a\b`, "a,omitzero", "-", "a.b", "a/b", "a~b", "<a>", "a&b", "a\u2028b", "a\u202eb", "$ref", "__proto__", "2fa", "_", "a_", "_a", "9", "",
}

var goNames = []string{
	"X", "Y1", "A_b", "Ä", "Context", "Err", "String", "T", "Nil", "Len", "Given", "Service", "Client", "Fake", "Routes", "Codes",
	"Request", "Response", "Validate", "AppendJSON", "Received", "Extra", "Decode", "Format", "IsEmpty", "WithCodes", "Call", "Func", "Items",
	"API", "Api", "ID", "Id", "Init", "Main", "Go", "lower", "with space", "1", "",
}

var segments = []string{
	"api", "apis", "context", "http", "https", "init", "internal", "vendor", "testdata", "main", "json", "fmt", "iter", "slog", "slices",
	"testing", "apitest", "caller", "opts", "services", "client", "server", "error", "errors", "string", "func", "type", "net", "con",
	"nul", "a_test", "test", "A", "a-b", "a_b", "ab", "Ab", "a_b", "ab", "AB", "ID", "id", "ids", "unsafe", "C", "c", "go", "x1", "1x", "_x", "x_", "-", "err", "baseurl",
	"get", "Get", "get_request", "get_response", "getFunc", "get_pages", "read_byte", "calls", "string_of", "documentation", "routes", "new_client",
	"list", "list_pages", "list_func", "decode", "validate", "format", "log_value", "Client", "fake", "service", "unimplemented_service",
}

var typeNames = []string{
	"Contact", "Address", "Context", "Object", "Request", "Response", "GetRequest", "GetResponse", "ListRequest", "Err", "Codes", "T",
	"Service", "Client", "Fake", "Routes", "Service_", "ÄÖ", "A_b", "A__b", "ID", "IDs", "Json", "JSON", "API", "Slab", "Validator",
	"ValuesOf", "PatternOf", "Op", "Try", "Decode", "String", "Error", "lower", "Two Words", "",
}

var enumValues = []string{
	"red", "RED", "Red", "blue", "two words", "two_words", "NY", "USD", "IN_PROGRESS", "", " ", "1", "1st", "-", "a-b", "true", "null", `a"b`,
	"a`b", `a\b`, "é", "日本", "%d", "a,b", "*/", "x\u2028y",
}

var patterns = []string{
	"^[a-z]+$", "^(a|bb)*$", `\d{3}`, "`", `"`, "^$", `[^\x00-\x7f]`, "(?i)x", `\pL`, `\Q*/\E`, "\n", "a{1000}", "[a-", "(?=x)", ".", " ", "^.{2,5}$", "*/",
	"` + panic(1) + `", "(?P<name>a)", `\`,
}

var formats = append(textformat.Names(), "Date")

var separators = []string{",", ";", "--", " ", "\n", `"`, "`", `\`, "é", "ab", "|", "\u2028"}

var numbers = []string{"0", "1", "-1", "-0", "2", "3", "10", "-2", "1.5", "-1.50", "1e2", "1E-3", "0.10", "9007199254740993", "123456789012345678901234567890", "9223372036854775807", "-9223372036854775808", "1e399", "1e400"}

var paths = []string{
	"/api/v2/{area}/{operation}", "/api/v2/{area}/{operation}", "/{area}/{operation}", "/{area}.{operation}", "/x{operation}y/{area}", "/{operation}/{area}",
	"/{operation}", "/{area}/{operation}/", "/a~b/$x/{area}:{operation}", "/{area}/{area}/{operation}", "/(a)/{area}/{operation}!*'", "/api/{area}/", "//{operation}", "/{x}/{operation}", "/a/../{operation}", "/%41/{operation}",
}
