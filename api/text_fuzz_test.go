package api_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/redact"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// FuzzJoined joins lists. One that keeps the rule travels as the text that
// strings.Join makes of it and arrives as it was sent; what arrives travels on as
// it came.
func FuzzJoined(f *testing.F) {
	for _, seed := range [][2]string{
		{"a\x00b", ","}, {"", ","}, {"a,b", ","}, {"a-\x00-b", "--"}, {"a\x00\x00b", ";"}, {"é\x00\"", `\`}, {"aa\x00a", "aa"}, {"\xff", ","}, {"a", "\n"}, {"-", "--"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, separator string) {
		text, separator = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(separator, "?")
		if separator == "" {
			return
		}
		items := strings.Split(text, "\x00")
		read := func(body []byte) []string {
			d := wire.NewDecoder(string(body))
			var got []string
			for d.Begin(nil); d.Next(); {
				got = d.Joined(0, separator)
			}
			require.NoError(t, d.Finish())
			return got
		}
		body := wire.CloseObject(wire.AppendJoined([]byte{'{'}, `"list":`, items, separator))
		got := read(body)
		require.Equal(t, body, wire.CloseObject(wire.AppendJoined([]byte{'{'}, `"list":`, got, separator)))
		var v wire.Validator
		v.Joined("list", items, separator)
		if v.Err() == nil {
			require.Equal(t, items, got)
			sent, err := rich.ReadObject(string(body))
			require.NoError(t, err)
			require.Equal(t, map[string]any{"list": strings.Join(items, separator)}, sent)
		}
	})
}

// FuzzRetryAfter holds that a client waits for a time that is neither negative
// nor longer than its policy allows, whatever the service asks for; that it reads
// the dates that net/http reads, by the clock of the service where that is given;
// and that it takes nothing else for a time.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range [][2]string{
		{"3", ""}, {"0", ""}, {"-1", ""}, {"99999999999999999999", ""}, {"1e3", ""}, {"Fri, 31 Dec 1999 23:59:59 GMT", ""}, {"Fri, 31 Dec 9999 23:59:59 GMT", ""},
		{"Sat, 01 Jan 2000 00:00:09 GMT", "Sat, 01 Jan 2000 00:00:00 GMT"}, {"Sunday, 06-Nov-94 08:49:37 GMT", "x"}, {"Sun Nov  6 08:49:37 1994", ""}, {" 5 ", ""}, {"٣", ""}, {"", ""},
	} {
		f.Add(seed[0], seed[1], 1)
	}
	f.Fuzz(func(t *testing.T, after, date string, n int) {
		header := http.Header{"Retry-After": {after}, "Date": {date}}
		asked := api.RetryAfter(header, time.Unix(0, 0))
		require.GreaterOrEqual(t, asked, time.Duration(0))
		if seconds, err := strconv.ParseUint(strings.TrimSpace(after), 10, 31); err == nil {
			require.Equal(t, time.Duration(seconds)*time.Second, asked)
		}
		now := time.Unix(0, 0)
		if made, err := http.ParseTime(date); err == nil {
			now = made
		}
		until, err := http.ParseTime(strings.TrimSpace(after))
		switch {
		case err == nil && until.After(now):
			require.Equal(t, until.Sub(now), asked)
		case err == nil || strings.Trim(after, " \t\r\n\v\f\u0085\u00a00123456789") != "":
			require.Zero(t, asked, "%q", after)
		}
		p := api.RetryPolicy{}.OrDefaults()
		wait := p.Wait(1+max(n, 0)%1000, header)
		require.GreaterOrEqual(t, wait, time.Duration(0))
		require.LessOrEqual(t, wait, p.MaxRetryAfter+p.MaxDelay)
	})
}

// FuzzProblem compares a problem with what encoding/json makes of it, both ways.
// What is logged of one holds nothing but what this package or the catalog says.
func FuzzProblem(f *testing.F) {
	f.Add("", "", 422, "detail", "/x", "/name", api.RuleRequired, "must be present")
	f.Add("about:blank", "T", 500, "\x00\"\\</script>", "\u2028", "/items/3/id", "SECRET", "m")
	f.Add("\xff", "\ud7ff", -1, "", "", "/tags/0/SECRET", "type", "")
	f.Add("", "", 0, "", "", "name", "", "")
	f.Fuzz(func(t *testing.T, kind, title string, status int, detail, instance, field, rule, message string) {
		p := &api.Problem{Type: kind, Title: title, Status: status, Detail: detail, Instance: instance, Errors: []api.Violation{{field, rule, message}}}
		text := p.AppendJSON(nil)
		require.True(t, json.Valid(text), "%s", text)

		var got api.Problem
		require.NoError(t, json.Unmarshal(text, &got))
		want := *p
		want.Title = api.TitleOf(p)
		reference, err := json.Marshal(&want)
		require.NoError(t, err)
		var back api.Problem
		require.NoError(t, json.Unmarshal(reference, &back))
		require.Equal(t, back, got)
		header := http.Header{"Content-Type": {api.ProblemType}}
		require.Equal(t, &back, api.ParseProblem(header, text))

		var shown struct {
			Status int
			Errors []struct{ Field, Rule string }
		}
		require.NoError(t, json.Unmarshal([]byte(api.RedactedProblem(p, status, reflect.TypeFor[taggedRequest]())), &shown))
		require.Equal(t, status, shown.Status)
		require.Len(t, shown.Errors, 1)
		require.Contains(t, append([]string{redact.Redacted}, api.Rules...), shown.Errors[0].Rule)
		for part := range strings.SplitSeq(strings.TrimPrefix(shown.Errors[0].Field, "/"), "/") {
			_, err := strconv.Atoi(part)
			require.True(t, err == nil || slices.Contains([]string{"name", "items", "id", "tags", redact.Redacted, ""}, part), "%q of %q", part, field)
		}
	})
}

// taggedRequest is a request with the names that stand in its tags.
type taggedRequest struct {
	Name  string `json:"name"`
	Items []struct {
		ID string `json:"id"`
	} `json:"items"`
	Tags []string `json:"tags"`
}
