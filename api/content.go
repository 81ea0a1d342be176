package api

import (
	"mime"
	"net/http"
	"slices"
	"strings"
)

var (
	jsonType = []string{"application/json"}
	noSniff  = []string{"nosniff"}
)

// checkContent returns a problem where a body is said to be something else than
// plain JSON.
func checkContent(h http.Header) error {
	switch {
	case !isJSON(h):
		return &Problem{Status: http.StatusUnsupportedMediaType, Detail: "expected Content-Type: application/json"}
	case isEncoded(h):
		return &Problem{
			Status: http.StatusUnsupportedMediaType, Detail: "expected no Content-Encoding",
			Header: http.Header{"Accept-Encoding": {"identity"}},
		}
	default:
		return nil
	}
}

// isJSON reports whether the content is said to be JSON, or nothing is said.
func isJSON(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 || slices.Equal(values, jsonType) {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(values[0])
	charset, given := params["charset"]
	return len(values) == 1 && err == nil && mediaType == "application/json" &&
		(!given || strings.EqualFold(charset, "utf-8"))
}

// isEncoded reports whether the content is said to be compressed, say.
func isEncoded(h http.Header) bool {
	for _, value := range h["Content-Encoding"] {
		for coding := range strings.SplitSeq(value, ",") {
			if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
				return true
			}
		}
	}
	return false
}
