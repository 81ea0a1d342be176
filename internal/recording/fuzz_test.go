package recording

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/redact"
)

// The line of any body can be read, and its counts agree with encoding/json.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"id":"x","in":[{"a":1.0},{"a":null}]}`, `{"a":1,"a":2}`, `"\ud800"`, "[1,2", "<html>", "\xff", "", "1e999", `{"#a":{"b":[]}}`, "-0", "[[[]]]",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var file bytes.Buffer
		r, err := New(&file)
		require.NoError(t, err)
		for range 6 {
			r.Add(Call{Operation: "a.b", Bodies: named, Status: 200, Request: body, Response: body})
		}
		require.NoError(t, r.Err())
		all, info := exchanges(t, file.String())
		require.Len(t, all, 6)
		require.Zero(t, info.Skipped)
		for _, x := range all {
			switch blank := len(bytes.TrimSpace(body)) == 0; {
			case x.Response != nil:
				require.True(t, json.Valid(body))
				require.Empty(t, x.Unreadable)
				require.Equal(t, 1, x.Response.Seen)
				counted(t, x.Response)
			case blank:
				require.Empty(t, x.Unreadable)
			default:
				require.NotEmpty(t, x.Unreadable)
				require.Nil(t, x.Success)
			}
		}
	})
}

// counted checks that the counts of a shape agree.
func counted(t *testing.T, s *Shape) {
	if s == nil {
		return
	}
	require.Equal(t, s.Seen, s.Null+s.Boolean+s.Integer+s.Number+s.String+s.Array+s.Object)
	require.LessOrEqual(t, s.Distinct, maxDistinct)
	lengths := 0
	for _, n := range s.Lengths {
		lengths += n
	}
	require.Contains(t, []int{0, s.String}, lengths)
	counted(t, s.Items)
	counted(t, s.Entries)
	for key, m := range s.Members {
		require.LessOrEqual(t, m.Seen, s.Object)
		require.True(t, IsHash(key) || named.Response.(redact.Members)[key] != nil || isIdentifier(key) || key == "id" || key == "when" || key == "tags" || key == "count")
		counted(t, m)
	}
}

// Any text is read or refused, without a panic.
func FuzzRead(f *testing.F) {
	f.Add("")
	f.Add(`{"opgen":"recording","version":1,"id":"x","day":"2026-11-22"}` + "\n" + `{"operation":"a.b","status":200,"response":{"seen":1,"members":{"#1":null}}}` + "\n" + `{"keys":{"#1":"id"}}`)
	f.Fuzz(func(t *testing.T, file string) {
		s := new(Shape)
		info, err := Read(strings.NewReader(file), func(x Exchange) error {
			s.Merge(x.Request)
			s.Merge(x.Response)
			return nil
		})
		if err == nil {
			s.Rename(info.Keys)
		}
	})
}
