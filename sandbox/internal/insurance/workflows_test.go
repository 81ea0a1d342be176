package insurance

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/json/jsonpointer"
)

// testdata/workflows.txt plays what integrators do, as a client sends and reads it: JSON in the
// envelope of the profile sdk, with the public facts. A line with an operation and a request is a
// call. Each indented line below it is a fact about the response:
//
//	/POINTER JSON         the data has this value there
//	/POINTER keys A B     an object has exactly these keys
//	/POINTER has A B      an object has these keys, whose values are not null
//	/POINTER length N     a list has this many items
//	none                  there is no data
//	fails TEXT            success is false, and the list of messages has this text

// leastFacts is the number of facts that the workflows check at least, so that none gets lost.
const leastFacts = 380

func TestWorkflowsHaveTheFacts(t *testing.T) {
	text, err := os.ReadFile("testdata/workflows.txt")
	require.NoError(t, err)
	c, b := service(t, "published.yaml", "sdk.yaml")
	facts := 0
	for flow := range strings.SplitSeq(string(text), "\n# ") {
		name, lines, _ := strings.Cut(strings.TrimPrefix(flow, "# "), "\n")
		t.Run(name, func(t *testing.T) {
			s, err := world(t.Context(), c, b, nil)
			require.NoError(t, err)
			defer s.Close()
			var call string
			var reply envelope
			for line := range strings.Lines(lines) {
				line = strings.TrimSuffix(line, "\n")
				fact, isFact := strings.CutPrefix(line, "  ")
				switch {
				case line == "":
				case isFact:
					facts++
					if wrong := reply.differs(fact); wrong != "" {
						t.Errorf("%s\n  %s\n  %s", call, fact, wrong)
					}
				default:
					call = line
					reply = play(t, s, line)
				}
			}
		})
	}
	t.Logf("%d facts", facts)
	require.GreaterOrEqual(t, facts, leastFacts)
}

// envelope is a response as the client reads it.
type envelope struct {
	Success  bool
	Messages []string
	Data     any
}

// play makes the call of a line.
func play(t *testing.T, s http.Handler, line string) envelope {
	operation, request, _ := strings.Cut(line, " ")
	body := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(request), &body), line)
	body["api_key"] = "made-up"
	text, err := json.Marshal(body)
	require.NoError(t, err)
	w := post(s, "/api/v2/"+strings.Replace(operation, ".", "/", 1), string(text))
	require.Equal(t, http.StatusOK, w.Code, "%s: %s", line, w.Body)
	var of envelope
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &of), "%s: %s", line, w.Body)
	return of
}

// differs says how the response differs from a fact, "" if it does not.
func (e envelope) differs(fact string) string {
	what, rest, _ := strings.Cut(fact, " ")
	switch {
	case what == "fails":
		if !e.Success && strings.Contains(strings.Join(e.Messages, "\n"), rest) {
			return ""
		}
		return "success is " + shown(e.Success) + ", the messages are " + shown(e.Messages)
	case !e.Success:
		return "the call fails: " + shown(e.Messages)
	case what == "none":
		if e.Data == nil || reflect.DeepEqual(e.Data, map[string]any{}) {
			return ""
		}
		return "the data is " + shown(e.Data)
	}
	v := e.Data
	for _, name := range jsonpointer.Names(strings.TrimSuffix(what, "/")) {
		switch of := v.(type) {
		case map[string]any:
			v = of[name]
		case []any:
			v = at(of, name)
		default:
			v = nil
		}
	}
	if holds(v, rest) {
		return ""
	}
	return "found " + shown(v)
}

// at returns the item of a list at a position of one digit, nil without one.
func at(list []any, position string) any {
	if i := int(position[0] - '0'); i >= 0 && i < len(list) {
		return list[i]
	}
	return nil
}

// holds reports whether a value is as a fact says.
func holds(v any, fact string) bool {
	verb, rest, _ := strings.Cut(fact, " ")
	of, _ := v.(map[string]any)
	names := strings.Fields(rest)
	switch verb {
	case "keys":
		slices.Sort(names)
		return slices.Equal(names, slices.Sorted(maps.Keys(of)))
	case "has":
		lacks := func(name string) bool { return of[name] == nil }
		return !slices.ContainsFunc(names, lacks)
	case "length":
		list, isList := v.([]any)
		return isList && shown(len(list)) == rest
	}
	var want any
	return json.Unmarshal([]byte(fact), &want) == nil && reflect.DeepEqual(want, v)
}

// shown returns a value as JSON.
func shown(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
