// Package failurestatus says how a response shows that an operation failed, for the runtime, which
// writes responses, and for what predicts them.
package failurestatus

import (
	"cmp"
	"net/http"
	"strconv"
)

// Status returns the status with which a failure of a status is sent: that of the envelope, 0
// for none, unless clients or proxies act upon the status of the failure: they authenticate after 401,
// slow down after 429 and count 5xx as outages.
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

// Title returns the name that RFC 9110 gives a status, "" for none. Package http has older names
// for some, such as "Unprocessable Entity" for 422.
func Title(status int) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "Content Too Large"
	case http.StatusRequestURITooLong:
		return "URI Too Long"
	case http.StatusRequestedRangeNotSatisfiable:
		return "Range Not Satisfiable"
	case http.StatusUnprocessableEntity:
		return "Unprocessable Content"
	}
	return http.StatusText(status)
}

// Value returns the JSON of a value that means failure, beside the JSON of the value that means
// success: the other boolean, a text, or the status that the failure has without the envelope. If
// "ok" means success, "error" means failure; if 200 does, a failure with status 404 has 404.
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
