package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// nowhere is a ResponseWriter that allocates nothing.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header       { return n.header }
func (nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (nowhere) WriteHeader(int)             {}

func BenchmarkHandler(b *testing.B) {
	h := handlerOf(b, echo, nil)
	body := strings.NewReader(validRichBody)
	r := httptest.NewRequest(http.MethodPost, everykind.Op.Path, io.NopCloser(body))
	r.Header = http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"0123456789abcdef"}}
	r.ContentLength = int64(len(validRichBody))
	w := nowhere{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		body.Reset(validRichBody)
		h.ServeHTTP(w, r)
	}
}

type shown struct {
	Names []string
	Raw   json.RawMessage
}

func (r *shown) AppendJSON(b []byte) []byte {
	switch {
	case json.Valid(r.Raw):
		return append(b, r.Raw...)
	case r.Raw != nil:
		return b
	}
	return wire.CloseObject(wire.AppendStrings(append(b, '{'), `"names":`, wire.OrEmpty(r.Names)))
}

var doIt = &api.Operation{Area: "things", Name: "do_it", Path: "/do_it"}

// answerTo serves one request with the service's method.
func answerTo(t *testing.T, serve func(context.Context, *struct{}) (*shown, error), opts ...api.HandlerOption) *httptest.ResponseRecorder {
	h, err := api.NewHandler([]api.Route{wire.Handle(doIt, wire.NoFields[struct{}], serve)}, append(opts, api.WithServerAnonymous())...)
	require.NoError(t, err)
	res := httptest.NewRecorder()
	h.ServeHTTP(res, httptest.NewRequest(http.MethodPost, "/do_it", strings.NewReader("{}")))
	return res
}

func TestErrorHandlerSeesWhatCallersDoNot(t *testing.T) {
	var seen []error
	handler := api.WithServerErrorHandler(func(_ context.Context, op *api.Operation, err error) {
		require.Equal(t, doIt, op)
		seen = append(seen, err)
	})
	secret := errors.New("no contact 123-45-6789")
	for _, serve := range []func(context.Context, *struct{}) (*shown, error){
		func(context.Context, *struct{}) (*shown, error) { return nil, secret },
		func(context.Context, *struct{}) (*shown, error) { return nil, nil },
		func(context.Context, *struct{}) (*shown, error) { panic("123-45-6789") },
		func(context.Context, *struct{}) (*shown, error) { return &shown{Raw: json.RawMessage(`{`)}, nil },
		func(context.Context, *struct{}) (*shown, error) { return nil, &api.Problem{Status: 404} },
	} {
		res := answerTo(t, serve, handler)
		require.GreaterOrEqual(t, res.Code, 400)
		require.NotContains(t, res.Body.String(), "123")
	}
	require.Len(t, seen, 4, "a problem is for the caller")
	require.Equal(t, secret, seen[0])
	require.EqualError(t, seen[1], "the service returned neither a response nor an error")
	panicked, ok := errors.AsType[*api.PanicError](seen[2])
	require.True(t, ok)
	require.Equal(t, "123-45-6789", panicked.Value)
	require.Contains(t, string(panicked.Stack), "TestErrorHandlerSeesWhatCallersDoNot")
	require.EqualError(t, panicked, "the service panicked with a string")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		require.NotContains(t, fmt.Sprintf(verb, panicked), "123-45")
	}
	require.EqualError(t, seen[3], "the service's response is not JSON")
}

func TestAnswersAreSentWhole(t *testing.T) {
	for want, answer := range map[string]*shown{
		`{"names":[]}`:    {},
		`{"names":["a"]}`: {Names: []string{"a"}},
		`[1, 2]`:          {Names: []string{"a"}, Raw: json.RawMessage(`[1, 2]`)},
	} {
		res := answerTo(t, func(context.Context, *struct{}) (*shown, error) { return answer, nil })
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, want, res.Body.String())
	}
}

// An option that is nil changes nothing.
func TestNilOptions(t *testing.T) {
	require.Equal(t, http.StatusOK, answerTo(t, func(context.Context, *struct{}) (*shown, error) { return &shown{}, nil }, nil).Code)
	wrapsNothing := api.WithMiddleware(func(api.RoundTripFunc) api.RoundTripFunc { return nil })
	client, err := api.NewCaller("https://host", nil, api.WithLogger(nil), api.WithMiddleware(nil), wrapsNothing, api.WithHTTPClient(&http.Client{Transport: refuse{}}))
	require.NoError(t, err)
	_, err = wire.DoRaw(t.Context(), wire.Begin(client, doIt, []api.CallOption{nil}), new(textRequest("{}")))
	require.ErrorIs(t, err, errRefused)
}

var errRefused = errors.New("refused")

type refuse struct{}

func (refuse) RoundTrip(*http.Request) (*http.Response, error) { return nil, errRefused }

// A server that is shut down lets a call under way end, and the service knows
// which operation it serves.
func TestServerShutsDownGracefully(t *testing.T) {
	entered, leave := make(chan *api.Operation), make(chan struct{})
	h, err := api.NewHandler([]api.Route{wire.Handle(doIt, wire.NoFields[struct{}], func(ctx context.Context, _ *struct{}) (*shown, error) {
		op, _ := api.OperationFromContext(ctx)
		entered <- op
		<-leave
		return &shown{}, nil
	})}, api.WithServerAnonymous())
	require.NoError(t, err)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := api.NewServer(h)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	answered := make(chan int, 1)
	go func() {
		res, err := http.Post("http://"+listener.Addr().String()+"/do_it", "application/json", strings.NewReader("{}"))
		if err != nil {
			answered <- 0
			return
		}
		res.Body.Close()
		answered <- res.StatusCode
	}()
	require.Equal(t, doIt, <-entered)
	stopped := make(chan error, 1)
	go func() { stopped <- server.Shutdown(context.Background()) }()
	require.ErrorIs(t, <-served, http.ErrServerClosed)
	select {
	case <-stopped:
		t.Fatal("the server did not wait for the call")
	default:
	}
	close(leave)
	require.Equal(t, http.StatusOK, <-answered)
	require.NoError(t, <-stopped)
}
