package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
)

// Attempts go to the transport directly and not through [http.Client.Do], which would follow redirects,
// copy the header, and show the URL in its errors. Its cookies and its timeout are done here.

// newRequest builds the HTTP request of an attempt.
//
// It has no GetBody. With it, net/http.Transport would repeat a request without counting
// the attempt: over HTTP/2 if the service did not process the request, and if the
// connection breaks and there is an Idempotency-Key field. Without GetBody, the body
// cannot be read twice.
func (c *call) newRequest(
	ctx context.Context, body []byte, header http.Header, d *delivery,
) *http.Request {
	d.text.Reset(body)
	d.url = c.caller.base
	d.url.Path += c.operation.Path
	d.url.RawPath += c.operation.Path // of letters that need no escape
	if c.isWrite() {
		ctx = d.watch(ctx)
	}
	req := anyRequest.WithContext(ctx)
	req.URL = &d.url
	req.Host = cmp.Or(header.Get("Host"), d.url.Host)
	req.Header = header
	req.ContentLength = int64(len(body))
	req.Body = d.body(c.caller.transport(), c.isWrite())
	return req
}

// anyRequest has the fields that all requests share. It is copied for each attempt, which costs less
// than [http.NewRequestWithContext]: that parses the URL again.
var anyRequest = &http.Request{
	Method: http.MethodPost,
	Proto:  "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
}

// transport returns the transport for requests: that of the client, around which faults may be, or the
// one that all programs share.
func (c *Caller) transport() http.RoundTripper {
	return cmp.Or(c.http.Transport, http.DefaultTransport)
}

// roundTrip sends a request as [http.Client.Do] does, with its errors, but does not follow
// redirects. Do would also copy the header and the URL.
func (c *Caller) roundTrip(r *http.Request) (*http.Response, error) {
	site := r.URL // for cookies
	if c.http.Jar != nil {
		site = new(*r.URL)
		site.Host = r.Host
		for _, cookie := range c.http.Jar.Cookies(site) {
			r.AddCookie(cookie)
		}
	}
	res, err := c.transport().RoundTrip(r)
	if err = c.checkResult(res, err); err != nil { // the operation names the path
		return nil, &url.Error{Op: "Post", URL: r.URL.Scheme + "://" + r.URL.Host, Err: err}
	}
	if res.Body == nil {
		res.Body = http.NoBody
	}
	if c.http.Jar == nil {
		return res, nil
	}
	if cookies := res.Cookies(); len(cookies) > 0 {
		c.http.Jar.SetCookies(site, cookies)
	}
	return res, nil
}

// checkResult returns the error of a round trip, in the words of [http.Client.Do], or one for a
// transport that returned neither an error nor a response.
func (c *Caller) checkResult(res *http.Response, err error) error {
	noTLS, isNoTLS := err.(tls.RecordHeaderError)
	switch {
	case isNoTLS && string(noTLS.RecordHeader[:]) == "HTTP/": // an http service at an https URL
		return http.ErrSchemeMismatch
	case err != nil:
		return err
	case res == nil || res.Body == nil && res.ContentLength > 0:
		return fmt.Errorf("the transport (%T) returned neither an error nor "+
			"a response with its body", c.transport())
	default:
		return nil
	}
}
