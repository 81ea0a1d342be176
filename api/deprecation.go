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
// clients and proxies understand too:
//
//	Deprecation: @1767225600
//	Sunset: Fri, 01 Jan 2027 00:00:00 GMT

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
//
//	api.WithDeprecation(func(ctx context.Context, op *api.Operation, d api.Deprecation) {
//		slog.WarnContext(ctx, "deprecated", "operation", op, "sunset", d.Sunset)
//	})
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
			_, isReported := reported.LoadOrStore(op, true)
			if !isReported {
				f(ctx, op, d)
			}
		}
	})
}

// deprecationIn returns what a header announces, and false for nothing. Services that follow
// drafts of RFC 9745 send "true" or a date as in other fields.
func deprecationIn(header http.Header) (d Deprecation, ok bool) {
	since := header.Get("Deprecation")
	sunset := header.Get("Sunset")
	if since == "" && sunset == "" {
		return d, false
	}
	d.Sunset, _ = http.ParseTime(sunset)
	d.Since, _ = http.ParseTime(since)
	if date := dateIn(since); !date.IsZero() {
		d.Since = date
	}
	return d, true
}

// dateIn returns the date in a Deprecation field, a number of seconds as in "@1767225600", zero for
// none (RFC 9745, section 2.1). Handlers send @0 for an unknown date, which is over as well.
func dateIn(field string) time.Time {
	date, _, _ := strings.Cut(field, ";") // the rest are parameters, and there are none yet
	seconds, isDate := strings.CutPrefix(strings.TrimSpace(date), "@")
	n, err := strconv.ParseInt(seconds, 10, 64)
	if !isDate || err != nil || n == 0 {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
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
