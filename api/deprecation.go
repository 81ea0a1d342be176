package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A catalog says when an operation was deprecated and when it ends, but a client knows the catalog
// of the day it was generated. So handlers announce the deprecation in header fields, which old
// clients and proxies understand too.

// Deprecation is what a response announces about its operation, by the header fields Deprecation
// (RFC 9745) and Sunset (RFC 8594). Handlers send them with every response of an operation that
// is deprecated in their catalog.
type Deprecation struct {
	Since  time.Time // when it was or will be deprecated; zero if the service does not say
	Sunset time.Time // when it may stop working; zero if the service does not say
}

// WithDeprecation calls f once for each operation whose responses announce that it is deprecated
// or ends. It does so before the first such call returns, even if the call fails. A second option
// replaces the first. Concurrent calls of several operations may call f concurrently.
func WithDeprecation(f func(ctx context.Context, op *Operation, d Deprecation)) ClientOption {
	return clientOption(func(c *Caller) {
		c.announce = nil
		if f == nil {
			return
		}
		var reported sync.Map // the *Operation as keys
		c.announce = func(ctx context.Context, op *Operation, header http.Header) {
			d, ok := deprecationIn(header)
			if !ok {
				return
			}
			if _, twice := reported.LoadOrStore(op, true); !twice {
				f(ctx, op, d)
			}
		}
	})
}

// deprecationIn returns what a header announces, and false for nothing. Services that follow
// drafts of RFC 9745 send "true" or a date as in other fields.
func deprecationIn(header http.Header) (d Deprecation, ok bool) {
	since, sunset := header.Get("Deprecation"), header.Get("Sunset")
	if since == "" && sunset == "" {
		return d, false
	}
	d.Since, _ = http.ParseTime(since)
	d.Sunset, _ = http.ParseTime(sunset)
	date, _, _ := strings.Cut(since, ";") // the rest are parameters, and there are none yet
	seconds, isDate := strings.CutPrefix(strings.TrimSpace(date), "@")
	// Handlers send @0 for an unknown date, which is over as well.
	if n, err := strconv.ParseInt(seconds, 10, 64); isDate && err == nil && n != 0 {
		d.Since = time.Unix(n, 0).UTC()
	}
	return d, true
}

// announceTo adds the fields that announce the deprecation of the operation to the header of a
// response.
func (o *Operation) announceTo(header http.Header) {
	if o.Deprecation != "" {
		header["Deprecation"] = []string{o.Deprecation}
	}
	if o.Sunset != "" {
		header["Sunset"] = []string{o.Sunset}
	}
}
