// Package failure says how an envelope shows that an operation failed, for the runtime, which
// writes envelopes, and for what predicts them.
package failure

import (
	"cmp"
	"net/http"
	"strconv"
)

// Status returns the status with which a failure of a status is sent: that of the envelope, 0
// for none, unless clients or proxies act upon the status of the failure.
func Status(status, ofEnvelope int) int {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestEntityTooLarge, http.StatusTooManyRequests:
		return status
	}
	if status >= http.StatusInternalServerError {
		return status
	}
	return cmp.Or(ofEnvelope, status)
}

// Value returns the JSON of a value that means failure, beside the JSON of the value that means
// success: the other boolean, a text, or the status that the failure has without the envelope.
func Value(success string, status int) string {
	switch {
	case success == "true":
		return "false"
	case success == "false":
		return "true"
	case success == `"error"`:
		return `"failure"`
	case success[0] == '"':
		return `"error"`
	}
	if status < 300 || strconv.Itoa(status) == success {
		status = http.StatusInternalServerError
	}
	return strconv.Itoa(status)
}
