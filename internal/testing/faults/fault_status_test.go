package faults

import (
	"bytes"
	"fmt"
	"net/http"
	"time"
)

// refusals are responses of the proxy, which replace the response of the service or
// come without calling it.
func refusals() []fault {
	list := []fault{{"503 before it is read", 6, false, refuseUnread}}
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		for _, after := range []string{"", " with seconds", " with a date"} {
			list = append(list, fault{fmt.Sprint(status, after), 4, false, func(x *exchange) error {
				if _, err := x.request(); err != nil {
					return err
				}
				return x.refuse(status, after)
			}}, fault{fmt.Sprint(status, after, " once executed"), 2, false, func(x *exchange) error {
				if _, err := x.roundTrip(); err != nil {
					return err
				}
				return x.refuse(status, after)
			}})
		}
	}
	return list
}

// The client gets the response while it is still sending the request. The request
// is executed all the same.
func refuseUnread(x *exchange) error {
	if err := x.refuse(http.StatusServiceUnavailable, ""); err != nil {
		return err
	}
	_, err := x.roundTrip()
	return err
}

// refuse responds with a status, and with a Retry-After that is at least as long as
// any policy allows.
func (x *exchange) refuse(status int, after string) error {
	header := http.Header{"Content-Type": {"text/plain"}, "Content-Length": {"6"}}
	now := time.Now().UTC()
	switch after {
	case " with seconds":
		header.Set("Retry-After", "30")
	case " with a date":
		header.Set("Retry-After", now.Add(40*time.Second).Format(http.TimeFormat))
		if x.rand.IntN(2) == 0 {
			header.Set("Date", now.Format(http.TimeFormat))
		}
	}
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	header.Write(b)
	b.WriteString("\r\nlater\n")
	return x.reply(b.Bytes())
}
