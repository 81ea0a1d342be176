package api

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
)

// roundTrip sends a request as [http.Client.Do] does, with its errors. Do copies
// header and URL for redirects and cookies. Redirects are not followed, so it is
// asked only where the client has a jar, or a timeout.
func (c *Caller) roundTrip(r *http.Request) (*http.Response, error) {
	if c.http.Jar != nil || c.http.Timeout > 0 {
		return c.http.Do(r)
	}
	transport := c.http.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	res, err := transport.RoundTrip(r)
	notTLS, ok := err.(tls.RecordHeaderError)
	switch {
	case ok && string(notTLS.RecordHeader[:]) == "HTTP/":
		err = http.ErrSchemeMismatch
	case err != nil:
	case res == nil:
		err = fmt.Errorf("http: RoundTripper implementation (%T) returned a nil *Response with a nil error", transport)
	case res.Body == nil && res.ContentLength > 0:
		err = fmt.Errorf("http: RoundTripper implementation (%T) returned a *Response with content length %d but a nil Body", transport, res.ContentLength)
	case res.Body == nil:
		res.Body = http.NoBody
	}
	if err != nil {
		return nil, &url.Error{Op: "Post", URL: r.URL.String(), Err: err}
	}
	return res, nil
}
