package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/text/httptoken"
)

// Header fields come from options, middlewares and faults of tests. net/http sends some of them
// changed or not at all, so each is checked before it is sent, by the same rules.

// The fields that net/http writes itself, from the length and the form of the body. It ignores values
// for them.
var fieldsOfTransport = []string{"Content-Length", "Transfer-Encoding", "Trailer"}

// checkHeader reports a header field that cannot be sent. Its error does not repeat
// the value, which may be a credential.
func checkHeader(header http.Header) error {
	for name, values := range header {
		if err := checkName(name); err != nil {
			return err
		}
		for _, value := range values {
			if err := checkValue(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkName reports the name of a field that cannot be sent.
func checkName(name string) error {
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case !httptoken.Is(name):
		return fmt.Errorf("header %+q: the name of a field has letters, digits and any of %s",
			name, httptoken.Marks)
	case slices.Contains(fieldsOfTransport, canonical):
		return fmt.Errorf("header %+q: net/http writes this field itself", name)
	case canonical == "Host" && name != canonical:
		return fmt.Errorf("header %+q: net/http sends this field beside its own; write it as %q",
			name, canonical)
	default:
		return nil
	}
}

// checkValue reports a value that cannot be sent in a field.
func checkValue(name, value string) error {
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case lacksValue(canonical, value) || strings.ContainsFunc(value, isControl):
		return fmt.Errorf("header %+q: the value is empty, or holds a line break or "+
			"another control character; leave the field out if there is none", name)
	case canonical == "Host" && !isHost(value):
		return fmt.Errorf("header %+q: not a host; expected one like host or host:8080", name)
	default:
		return nil
	}
}

// lacksValue reports whether a field requires a value, mostly a credential, and has none. An empty
// credential is usually a variable that was not set, and the service would say so less clearly. The
// last word of the name tells: X-Api-Key, Client-Secret.
func lacksValue(name, value string) bool {
	value = strings.TrimSpace(value)
	switch name {
	case "Authorization", "Proxy-Authorization":
		return value == "" || strings.EqualFold(value, "Bearer") || strings.EqualFold(value, "Basic")
	case "Cookie", requestIDField:
		return value == ""
	}
	switch name[strings.LastIndexByte(name, '-')+1:] {
	case "Key", "Token", "Secret":
		return value == ""
	default:
		return false
	}
}

// isHost reports whether net/http sends the value of a Host field. It sends an empty field
// instead of any other value, and translates letters beyond ASCII.
func isHost(value string) bool {
	return value != "" && !strings.ContainsFunc(value, isOutsideHosts)
}

// isOutsideHosts reports whether an ASCII character occurs in no host (RFC 3986, section 3.2.2).
func isOutsideHosts(r rune) bool {
	if r >= utf8.RuneSelf {
		return false
	}
	isDigit := '0' <= r && r <= '9'
	return !isDigit && !isASCIILetter(byte(r)) && !strings.ContainsRune("!$%&'()*+,-.:;=[]_~", r)
}

// isControl reports whether a character ends the value of a header field. A tab
// does not.
func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
