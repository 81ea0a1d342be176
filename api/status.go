package api

import "net/http"

// Both sides decide by the status of a response whether it is a success.

// isSuccess reports whether a status is that of a success. A redirect is not one: no client follows it.
func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// isPassing reports whether a later attempt may succeed after a response with a status: 429, or 502,
// 503 and 504, which proxies send when the service cannot be reached. After 500, it would fail again.
func isPassing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	default:
		return false
	}
}
