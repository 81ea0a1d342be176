package observer

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"strings"
)

// Closed is the [Cause] of a connection that ended.
const Closed = "the service closed the connection without a complete response"

// Cause says why a service did not respond. Errors of the transport quote the service, so
// their texts are shown only if they are about the connection.
func Cause(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return "the service cannot be reached: " + op.Err.Error() // only about its host and address
	}
	if unknown, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		why := "its certificate is not trusted: " + unknown.Err.Error()
		if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
			why += "; name the file of its authority in SSL_CERT_FILE"
		}
		return why
	}
	network, isNetwork := errors.AsType[net.Error](err)
	_, isBroken := errors.AsType[*net.OpError](err)
	_, isPlain := errors.AsType[tls.RecordHeaderError](err)
	switch {
	case isPlain || strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return "the service does not speak TLS; begin its URL with http"
	case isNetwork && network.Timeout():
		return "the service did not respond in time"
	case isBroken || isEnd(err):
		return Closed
	}
	return "the response is not HTTP, or incomplete"
}

// isEnd reports whether a connection ended. net/http does not export its error for idle ones.
func isEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		strings.Contains(err.Error(), "server closed idle connection")
}
