package api_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
	"example.com/opgen/internal/text/textformat"
)

// The tables of this file are the examples of standards, in the order of their sections. Where opgen
// differs, the table says so, and the test fails if it no longer does. Each table is also tried with a
// fault on the way, which an example must show: otherwise, it would hold nothing.

// noFault leaves a message as it is.
func noFault[Message any](Message) {}

// answered calls a service that sends one response, and returns the problem in it.
func answered(t *testing.T, status int, contentType, body string) *api.Problem {
	caller := through(t, "http://host", func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}, nil
	})
	_, err := wire.DoRaw(t.Context(), wire.Begin(caller, opList, nil), &byCursor{Of: "all"})
	e, ok := errors.AsType[*api.Error](err)
	require.True(t, ok, "%v", err)
	return e.Problem
}

func TestExamplesOfRFC9457(t *testing.T) {
	require.Empty(t, problemsMisread(t, noFault))
	members := map[string]string{
		"type": "3.1.1, a relative type", "status": "3.1.2, the status may differ", "title": "4.2.1",
		"detail": "3, figure 2", "instance": "3, figure 2", "errors": "3, figure 4",
	}
	for member, section := range members {
		misread := problemsMisread(t, func(body *string) {
			*body = strings.ReplaceAll(*body, `"`+member+`"`, `"another"`)
		})
		require.Contains(t, misread, section, member)
	}
}

// problemsMisread returns the examples whose problem differs from that of the standard, given a fault
// of their bodies, and what was read.
func problemsMisread(t *testing.T, fault func(body *string)) map[string]any {
	misread := map[string]any{}
	for _, one := range []struct {
		section, body string
		status        int
		want          api.Problem
	}{
		{"3, figure 2", `{
 "type": "https://example.com/probs/out-of-credit",
 "title": "You do not have enough credit.",
 "detail": "Your current balance is 30, but that costs 50.",
 "instance": "/account/12345/msgs/abc",
 "balance": 30,
 "accounts": ["/account/12345",
              "/account/67890"]
}`, 403, api.Problem{
			Type: "https://example.com/probs/out-of-credit", Title: "You do not have enough credit.",
			Detail: "Your current balance is 30, but that costs 50.", Instance: "/account/12345/msgs/abc",
		}},
		// It differs: the violations of another extension are counted, and their members ignored.
		{"3, figure 4", `{
 "type": "https://example.net/validation-error",
 "title": "Your request is not valid.",
 "errors": [
             {
               "detail": "must be a positive integer",
               "pointer": "#/age"
             },
             {
               "detail": "must be 'green', 'red' or 'blue'",
               "pointer": "#/profile/color"
             }
          ]
}`, 422, api.Problem{
			Type: "https://example.net/validation-error", Title: "Your request is not valid.",
			Errors: []api.Violation{{}, {}},
		}},
		{"3.1, members of another type are ignored", `{"type": 1, "title": ["a"], "status": "404", "detail": null, "instance": {}, "errors": "x"}`, 404, api.Problem{}},
		{"3.1.1, a relative type", `{"type": "example-problem", "title": "a"}`, 400, api.Problem{Type: "example-problem", Title: "a"}},
		{"3.1.2, the status may differ", `{"status": 403, "title": "a"}`, 500, api.Problem{Status: 403, Title: "a"}},
		{"4.2.1", `{"type": "about:blank", "title": "Not Found", "status": 404}`, 404, api.Problem{Type: "about:blank", Title: "Not Found", Status: 404}},
		{"no member is required", `{}`, 404, api.Problem{}},
	} {
		fault(&one.body)
		got := answered(t, one.status, "application/problem+json", one.body)
		if got == nil || !reflect.DeepEqual(one.want, *got) {
			misread[one.section] = got
		}
	}
	return misread
}

// Retry-After and the three forms of a date are in sections 5.6.7 and 10.2.3. Dates are compared with
// the Date of the response.
func TestExamplesOfRFC9110AboutTime(t *testing.T) {
	require.Empty(t, waitsMisread(t, noFault))
	require.Len(t, waitsMisread(t, func(header http.Header) { header.Del("Date") }), 4)
	require.Contains(t, waitsMisread(t, func(header http.Header) { header.Del("Retry-After") }), "120")
	require.Contains(t, waitsMisread(t, func(header http.Header) {
		header.Set("Retry-After", strings.TrimSuffix(header.Get("Retry-After"), ".5"))
	}), "1.5")
}

// waitsMisread returns the examples after which a call waits for another time than the standard says,
// given a fault of the response.
func waitsMisread(t *testing.T, fault func(http.Header)) map[string]any {
	misread := map[string]any{}
	for _, one := range []struct {
		retry, date string
		wait        time.Duration
	}{
		{"120", "", 2 * time.Minute},
		{"0", "", 0},
		{"Fri, 31 Dec 1999 23:59:59 GMT", "Fri, 31 Dec 1999 23:59:00 GMT", 59 * time.Second},
		{"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:48:37 GMT", time.Minute},
		{"Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:48:37 GMT", time.Minute},
		{"Sun Nov  6 08:49:37 1994", "Sun Nov  6 08:48:37 1994", time.Minute},
		{"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0}, // over
		{"1.5", "", 0}, {"-1", "", 0}, {"soon", "", 0}, {"", "", 0}, // no Retry-After
	} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			caller := through(t, "http://host", func(*http.Request) (*http.Response, error) {
				if attempts++; attempts > 1 {
					return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
						Body: io.NopCloser(strings.NewReader("{}")), ContentLength: 2}, nil
				}
				header := http.Header{"Retry-After": {one.retry}}
				if one.date != "" {
					header.Set("Date", one.date)
				}
				fault(header)
				return &http.Response{StatusCode: 503, Header: header, Body: http.NoBody}, nil
			})
			begun := time.Now()
			policy := api.WithRetry(api.RetryPolicy{BaseDelay: 1, MaxRetryAfter: time.Hour})
			op := &api.Operation{Area: "things", Name: "list", Path: "/list", Effect: api.Read}
			_, err := wire.DoRaw(t.Context(), wire.Begin(caller, op, []api.CallOption{policy}), &byCursor{Of: "all"})
			require.NoError(t, err)
			if waited := time.Since(begun); waited < one.wait || waited > one.wait+2 {
				misread[one.retry] = waited
			}
		})
	}
	return misread
}

// The media types of section 8.3.1 with application/json in place of text/html, which are all
// equivalent, and the methods that it does not serve.
func TestExamplesOfRFC9110AboutRequests(t *testing.T) {
	require.Empty(t, requestsMisread(t, noFault))
	misread := requestsMisread(t, func(r *http.Request) {
		r.Header.Set("Content-Type", strings.ReplaceAll(r.Header.Get("Content-Type"), "utf-8", "utf-16"))
	})
	require.Contains(t, misread, `POST application/json;charset=utf-8`)
	misread = requestsMisread(t, func(r *http.Request) { r.Method = "POST" })
	require.Equal(t, []string{"GET ", "HEAD ", "OPTIONS "}, slices.Sorted(maps.Keys(misread)))
}

// requestsMisread returns the examples whose response differs from that of the standard, given a fault of
// the request.
func requestsMisread(t *testing.T, fault func(*http.Request)) map[string]any {
	misread := map[string]any{}
	h := handlerOf(t, echo, nil)
	for _, one := range []struct {
		method, contentType string
		status              int
		allow               string
	}{
		{"POST", `application/json;charset=utf-8`, 200, ""},
		{"POST", `Application/JSON;Charset="utf-8"`, 200, ""},
		{"POST", `application/json; charset="utf-8"`, 200, ""},
		{"POST", `application/json;charset=UTF-8`, 200, ""},
		{"POST", `application/json;charset=iso-8859-1`, 415, ""},
		{"POST", `text/html`, 415, ""},
		{"GET", ``, 405, "POST"}, {"HEAD", ``, 405, "POST"}, {"OPTIONS", ``, 405, "POST"}, // section 10.2.1
	} {
		w := post(h, everykind.Op.Path, validRichBody, func(r *http.Request) {
			r.Method = one.method
			r.Header.Set("Content-Type", one.contentType)
			fault(r)
		})
		if allow := w.Header().Get("Allow"); w.Code != one.status || allow != one.allow {
			misread[one.method+" "+one.contentType] = fmt.Sprint(w.Code, " ", allow)
		}
	}
	return misread
}

func TestExamplesOfRFC3339(t *testing.T) {
	require.Empty(t, timesMisread(textformat.Named("date-time").Holds, textformat.Named("date").Holds))
	readsAny := func(string) bool { return true }
	readsAsGo := func(text string) bool {
		_, err := time.Parse(time.RFC3339, text)
		return err == nil
	}
	misread := timesMisread(readsAsGo, readsAny)
	require.Contains(t, misread, "1990-12-31T23:59:60Z")
	require.Contains(t, misread, "1985-04-12t23:20:50.52z")
	require.Contains(t, timesMisread(readsAny, readsAny), "1900-02-29T00:00:00Z")
	require.Contains(t, timesMisread(readsAny, readsAsGo), "1985-04-12")
}

// timesMisread returns the examples that two readers judge differently from the standard.
func timesMisread(isTime, isDate func(string) bool) map[string]any {
	misread := map[string]any{}
	for text, holds := range map[string]bool{
		// section 5.8
		"1985-04-12T23:20:50.52Z":      true,
		"1996-12-19T16:39:57-08:00":    true,
		"1990-12-31T23:59:60Z":         true,
		"1990-12-31T15:59:60-08:00":    false, // it differs: a leap second must be written in UTC
		"1937-01-01T12:00:27.87+00:20": true,
		// section 4.3: the offset is unknown
		"1996-12-19T16:39:57-00:00": true,
		// section 5.6: T and Z may be lower case; a blank instead of T is for people
		"1985-04-12t23:20:50.52z": true,
		"1985-04-12 23:20:50.52Z": false,
		// section 5.7: days of months
		"1999-02-29T00:00:00Z": false, "2000-02-29T00:00:00Z": true, "1900-02-29T00:00:00Z": false,
		"1996-04-31T00:00:00Z": false, "1996-13-01T00:00:00Z": false, "1996-12-19T24:00:00Z": false,
		// appendix D: leap seconds were at the end of June and December
		"1972-06-30T23:59:60Z": true, "1998-12-31T23:59:60Z": true, "1998-11-30T23:59:60Z": false,
	} {
		if isTime(text) != holds {
			misread[text] = !holds
		}
		if date, _, ok := strings.Cut(text, "T"); ok && holds && !isDate(date) {
			misread[date] = false
		}
	}
	return misread
}
