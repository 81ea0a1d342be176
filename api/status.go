package api

import (
	"net/http"
)

// Both sides decide by the status of a response whether it is a success.

// isSuccess reports whether a status is that of a success.
func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// isPassing reports whether a later attempt may succeed after a response with a status.
func isPassing(status int) bool {
	return status == http.StatusTooManyRequests || status >= http.StatusBadGateway && status <= http.StatusGatewayTimeout
}
