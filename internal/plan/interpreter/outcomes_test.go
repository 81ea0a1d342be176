package interpreter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/testing/oracle"
	"example.com/opgen/internal/testing/samples"
)

// A client agrees with the model for any response in an envelope and any typed failure.
func TestOutcomesAgreeWithTheModel(t *testing.T) {
	all := catalogs(t)
	delete(all, "shipped") // which has neither
	addRandom(all, 10)
	met := map[string]int{}
	each(all, func(name string, op *catalog.Operation) {
		if op.Envelope == nil && op.Failure == nil {
			return
		}
		m := maker{Rand: rand.New(rand.NewPCG(uint64(len(name)), uint64(len(op.Path)))), wire: true}
		for range 80 {
			body, ok := m.outcome(op)
			if !ok {
				continue
			}
			status := pick(m, m.statuses(op)...)
			want, text := oracle.Received(op, status, body), string(appendNode(nil, body))
			raw, err := called(op, status, text)
			about := fmt.Sprintf("%s %s: %d %s: %v", name, op, status, text, err)
			require.Equal(t, want.Success, err == nil, about)
			met[fmt.Sprint("success ", want.Success, ", failed ", want.Failed, ", typed ", want.Typed)]++
			if want.Success {
				got, _ := parse(raw)
				plain, _ := oracle.Plain(got)
				wanted, _ := oracle.Plain(want.Response)
				require.True(t, sameJSON(plain, wanted), "%s: %s", about, raw)
				continue
			}
			if want.Undecided {
				continue
			}
			e, _ := errors.AsType[*api.Error](err)
			require.Equal(t, want.Messages, e.Messages, about)
			_, typed := interpreter.New(op).FailureOf(err)
			require.Equal(t, want.Typed, typed, about)
		}
	})
	t.Log(met)
	require.Len(t, met, 4)
}

// A client and the model agree with the descriptions of sample responses.
func TestSamplesOfOutcomes(t *testing.T) {
	all := catalogs(t)
	addRandom(all, 10)
	met := map[string]int{}
	same := func(want, got string) bool {
		w, _ := parse(want)
		g, _ := parse(got)
		plainW, _ := oracle.Plain(w)
		plainG, _ := oracle.Plain(g)
		return sameJSON(plainG, plainW)
	}
	each(all, func(name string, op *catalog.Operation) {
		for _, o := range samples.Outcomes(op) {
			body, _ := parse(o.Body)
			want := oracle.Received(op, o.Status, body)
			raw, err := called(op, o.Status, o.Body)
			about := fmt.Sprintf("%s %s: %s: %d %s: %v", name, op, o.Name, o.Status, o.Body, err)
			require.Equal(t, o.Failed, want.Failed, about)
			require.Equal(t, !o.Failed, want.Success, about)
			met[fmt.Sprint("failed ", o.Failed, ", typed ", o.Failure != nil, ", siblings ", o.Siblings != nil)]++
			if !o.Failed {
				require.NoError(t, err, about)
				if o.Response != nil {
					require.True(t, same(o.Response.JSON(), raw), about)
				}
				continue
			}
			e, ok := errors.AsType[*api.Error](err)
			require.True(t, ok, about)
			require.Equal(t, o.Messages, e.Messages, about)
			failure, typed := interpreter.New(op).FailureOf(err)
			if o.Failure != nil {
				require.True(t, typed && (want.Typed || want.Undecided), about)
				if op.Envelope == nil || op.Failure.Member != "" {
					require.True(t, same(o.Failure.JSON(), string(failure)), about)
				}
			}
		}
	})
	t.Log(met)
	require.Len(t, met, 6)
}

// outcome makes a body with the members of an envelope and of a failure, and reports whether
// only members of the envelope are repeated.
func (m maker) outcome(op *catalog.Operation) (object, bool) {
	var o object
	e, f := op.Envelope, op.Failure
	add := func(percent int, name string, value any) {
		for _, member := range o {
			if member.Key == name {
				return
			}
		}
		if name != "" && m.chance(percent) {
			o = append(o, entry{Key: name, Value: value})
		}
	}
	if e != nil {
		right, _ := parse(e.SuccessJSON())
		wrong, _ := parse(e.FailedJSON(http.StatusConflict))
		add(95, e.Success, pick(m, right, right, right, wrong, wrong, wrong, m.any(2)))
		for _, name := range e.Messages {
			add(60, name, pick[any](m, "one", []any{"one", "two"}, nil, true))
		}
		add(70, e.Data, pick[any](m, object{{Key: "a", Value: "x"}}, object{}, nil, []any{"x"}))
		add(30, e.Violations, []any{})
		if e.Siblings != nil {
			for _, member := range m.shape(e.Siblings) {
				add(80, member.Key, member.Value)
			}
		}
	}
	if f != nil {
		v := m.value(&catalog.Field{Type: f.Type}, f.Type)
		members, _ := v.(object)
		if f.Member != "" {
			members = object{{Key: f.Member, Value: v}}
		}
		for _, member := range members {
			add(95, member.Key, member.Value)
		}
	}
	add(20, "further", "x")
	_, repeated := oracle.Plain(o)
	if e != nil && len(o) > 0 && m.chance(5) {
		o = append(o, entry{Key: pick(m, e.Success, e.Data), Value: true})
	}
	m.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o, !repeated
}

func (m maker) statuses(op *catalog.Operation) []int {
	all := []int{200, 201, 404, 409, 500}
	if op.Envelope != nil && op.Envelope.FailureStatus != 0 {
		all = append(all, op.Envelope.FailureStatus)
	}
	if op.Failure != nil && op.Failure.Status != 0 {
		all = append(all, op.Failure.Status, op.Failure.Status)
	}
	return all
}

// called calls an operation without fields, and returns its response as received.
func called(op *catalog.Operation, status int, body string) (string, error) {
	client := &http.Client{Transport: response{status, body}}
	caller, err := api.NewCaller("http://host", api.WithHTTPClient(client), api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	if err != nil {
		return "", err
	}
	free := *op
	free.Auth, free.Response, free.Empty = nil, &catalog.Response{Shape: new(catalog.Shape)}, catalog.EmptyObject
	free.Request, free.Rules, free.Pagination = new(catalog.Shape), nil, nil
	res, err := interpreter.New(&free).Call(context.Background(), caller, "{}")
	if err != nil {
		return "", err
	}
	return string(res.Raw), nil
}

// response is a transport that always returns this response.
type response struct {
	status int
	body   string
}

func (r response) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: r.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.body))}, nil
}

// envelope puts a response in an envelope, mostly of a success.
func (m maker) envelope(e *catalog.Envelope, response string) string {
	if e == nil || m.chance(10) || e.Data == "" && !strings.HasPrefix(response, "{") {
		return response
	}
	text := e.Wrap(response, "")
	if m.chance(10) {
		text = strings.Replace(text, ":"+e.SuccessJSON(), ":"+pick(m, e.FailedJSON(http.StatusConflict), "null", "0", "true", "false", `"ok"`), 1)
	}
	return text
}

// opened returns the content of the envelope of a response, or the error of the client. If
// the operation has no envelope, it returns the body.
func opened(op *catalog.Operation, body string) (response string, err error) {
	if op.Envelope == nil {
		return body, nil
	}
	return called(op, http.StatusOK, body)
}
