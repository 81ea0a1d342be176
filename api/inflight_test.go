package api_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// Memory about doubles, whatever length is announced.
func TestMemoryGrowsWithWhatIsReceived(t *testing.T) {
	for _, size := range []int{0, 1, 511, 1023, 4095, 4096, 4097, 70_000, 1 << 20} {
		for _, announced := range []int64{-1, int64(size), 0, 1 << 20} {
			body := bytes.Repeat([]byte("x"), size)
			r := &watched{r: bytes.NewReader(body)}
			b, err := api.ReadAll(nil, r, announced, 1<<20, nil)
			require.NoError(t, err)
			require.Equal(t, body, b)
			require.LessOrEqual(t, r.most, 3.0, "%d announced as %d", size, announced)
		}
	}
}

// watched records the offered room beside the received bytes.
type watched struct {
	r    *bytes.Reader
	got  int
	most float64
}

func (w *watched) Read(p []byte) (int, error) {
	w.most = max(w.most, float64(w.got+len(p))/float64(max(w.got, 4<<10)))
	n, err := w.r.Read(p[:min(len(p), 1000)])
	w.got += n
	return n, err
}

// gate is a body whose sender stops in the middle.
type gate struct {
	first  io.Reader
	inside func()
	open   <-chan struct{}
	rest   io.Reader
}

func (g *gate) Read(p []byte) (int, error) {
	if n, _ := g.first.Read(p); n > 0 {
		return n, nil
	}
	if g.inside != nil {
		g.inside()
		g.inside = nil
		<-g.open
	}
	return g.rest.Read(p)
}

func paddedTo(size int) string { return strings.Repeat(" ", size-len(validRichBody)) + validRichBody }

// slow posts bodies that stay half-sent until the result is called, which returns the
// statuses.
func slow(h http.Handler, n, size int) func() []int { return slowAt(h, everykind.Op.Path, n, size) }

func slowAt(h http.Handler, path string, n, size int) func() []int {
	open, codes := make(chan struct{}), make([]int, n)
	var inside, ended sync.WaitGroup
	inside.Add(n)
	for i := range n {
		ended.Go(func() {
			stops := sync.OnceFunc(inside.Done)
			defer stops() // if the body is refused before
			body := paddedTo(size)
			codes[i] = post(h, path, "", func(r *http.Request) {
				r.ContentLength = int64(size)
				r.Body = io.NopCloser(&gate{strings.NewReader(body[:size-1]), stops, open, strings.NewReader(body[size-1:])})
			}).Code
		})
	}
	inside.Wait()
	return func() []int { close(open); ended.Wait(); return codes }
}

func TestBodiesInFlightAreBounded(t *testing.T) {
	const size = 20 << 10
	limits := api.WithServerLimits(api.Limits{Body: 64 << 10, InFlight: 64 << 10})
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), limits)
	for range 3 { // requests that ended do not count
		end := slow(h, 4, size) // 4 times 16 KiB, since 4 KiB are free
		w := post(h, everykind.Op.Path, paddedTo(size))
		p := problemOf(t, w, 503)
		require.Equal(t, []string{"1"}, w.Header()["Retry-After"])
		require.Contains(t, p.Detail, "try again")
		require.Equal(t, 200, post(h, everykind.Op.Path, paddedTo(4<<10)).Code, "a short one")
		require.Equal(t, []int{200, 200, 200, 200}, end())
		require.Equal(t, 200, post(h, everykind.Op.Path, paddedTo(64<<10)).Code)
		require.Zero(t, api.InFlightOf(h))
	}
	problemOf(t, post(handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLimits(api.Limits{InFlight: 9 << 10})),
		everykind.Op.Path, paddedTo(20<<10)), 413) // waiting would not help
	require.Equal(t, 64<<20, api.RequestLimits.InFlight)
}

// The bodies of net/http report the end together with the last bytes, which may be most of
// the body.
func TestTheLastBytesOfABodyCount(t *testing.T) {
	for _, size := range []int{4 << 10, 8 << 10, 60 << 10, 300 << 10} {
		var h http.Handler
		counted := int64(-1)
		h = handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
			counted = api.InFlightOf(h)
			return echo(ctx, r)
		}, nil)
		for range 2 { // the second time with a large buffer from the pool
			w := post(h, everykind.Op.Path, "", func(r *http.Request) {
				r.ContentLength = int64(size)
				r.Body = io.NopCloser(iotest.DataErrReader(strings.NewReader(paddedTo(size))))
			})
			require.Equal(t, 200, w.Code)
			require.EqualValues(t, size-4<<10, counted, size)
			require.Zero(t, api.InFlightOf(h))
		}
	}
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLimits(api.Limits{Body: 60 << 10, InFlight: 60 << 10}))
	end := slow(h, 1, 60<<10)
	problemOf(t, post(h, everykind.Op.Path, "", func(r *http.Request) {
		r.Body = io.NopCloser(iotest.DataErrReader(strings.NewReader(paddedTo(60 << 10))))
	}), 503)
	require.Equal(t, []int{200}, end())
}

// Callers are strangers until their credential has been read. Those who send only a part of
// their body take nothing from others, however many they are.
func TestIdleStrangersTakeNoRoom(t *testing.T) {
	const size = 20 << 10
	limits := api.Limits{Body: size, InFlight: 128 << 10} // 32 KiB for strangers, two bodies
	for _, strangers := range []int{1, 2, 3, 100} {
		h := handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerBodyCredential("key"), api.WithServerLimits(limits))
		end := slow(h, strangers, size)
		require.LessOrEqual(t, api.InFlightOf(h), int64(32<<10))
		for range 3 {
			require.Equal(t, 200, post(h, everykind.Op.Path, paddedTo(size)).Code)
		}
		last := slow(h, 1, size)
		require.Equal(t, []int{200}, last(), "it waits, but others do so longer")
		kept := 0
		for _, code := range end() {
			if code == 200 {
				kept++
			} else {
				require.Equal(t, 503, code)
			}
		}
		require.LessOrEqual(t, kept, 2)
		require.Zero(t, api.InFlightOf(h))
	}
}

// Known callers may use all room, although strangers arrived before.
func TestKnownCallersTakeTheRoomOfStrangers(t *testing.T) {
	const size = 20 << 10
	withCredential := *everykind.Op
	withCredential.Path, withCredential.Auth = "/stranger", &api.Auth{BodyFields: []string{"key"}}
	routes := []api.Route{wire.Handle(everykind.Op, everykind.Decode, echo), wire.Handle(&withCredential, everykind.Decode, echo)}
	h, err := api.NewHandler(routes, api.WithServerAnonymous(), api.WithServerLimits(api.Limits{Body: size, InFlight: 64 << 10}))
	require.NoError(t, err)
	end := slowAt(h, withCredential.Path, 10, size)
	known := slow(h, 4, size) // 4 times 16 KiB, since 4 KiB are free
	problemOf(t, post(h, withCredential.Path, paddedTo(size)), 503)
	require.Equal(t, []int{200, 200, 200, 200}, known())
	require.Equal(t, slices.Repeat([]int{503}, 10), end())
	require.Zero(t, api.InFlightOf(h))
}

// A body of a stranger that has been read is kept, even if the authenticator takes its time.
func TestBodiesOfStrangersHaveASmallerBound(t *testing.T) {
	const size = 20 << 10
	admitted := make(chan struct{})
	var asked sync.WaitGroup
	authenticate := func(ctx context.Context, _ api.Credentials) (context.Context, error) {
		asked.Done()
		<-admitted
		return ctx, nil
	}
	h := handlerOf(t, echo, nil, api.WithServerAuthenticator(authenticate), api.WithServerBodyCredential("key"),
		api.WithServerLimits(api.Limits{Body: size, InFlight: 128 << 10}))
	codes := make(chan int, 2)
	asked.Add(2)
	for range 2 {
		go func() { codes <- post(h, everykind.Op.Path, paddedTo(size)).Code }()
	}
	asked.Wait()
	problemOf(t, post(h, everykind.Op.Path, paddedTo(size)), 503)
	close(admitted)
	require.Equal(t, []int{200, 200}, []int{<-codes, <-codes})
	asked.Add(1)
	require.Equal(t, 200, post(h, everykind.Op.Path, paddedTo(size)).Code)
	require.Zero(t, api.InFlightOf(h))
}

// However a request ends, its body no longer counts.
func TestEveryEndLetsGoOfTheBody(t *testing.T) {
	body := paddedTo(50 << 10)
	serving := func(f func()) richService {
		return func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) { f(); return echo(ctx, r) }
	}
	deny := func(context.Context, api.Credentials) (context.Context, error) { return nil, errors.New("no") }
	broken := func(r *http.Request) {
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(body), errReader{}))
	}
	free := make(chan struct{})
	for name, c := range map[string]struct {
		serve  richService
		body   string
		change func(*http.Request)
		auth   api.HandlerOption
	}{
		"success": {serve: echo, body: body}, "panic": {serve: serving(func() { panic("x") }), body: body},
		"abort": {serve: serving(func() { panic(http.ErrAbortHandler) }), body: body}, "goexit": {serve: serving(runtime.Goexit), body: body},
		"not JSON": {serve: echo, body: body[:len(body)-1]}, "rules": {serve: echo, body: strings.Replace(body, "name", "nome", 1)},
		"cut off": {serve: echo, change: broken}, "refused": {serve: echo, body: body, auth: api.WithServerAuthenticator(deny)},
		"too long": {serve: echo, body: paddedTo(2 << 20)}, "unannounced": {serve: echo, body: paddedTo(2 << 20), change: func(r *http.Request) { r.ContentLength = -1 }},
		"nobody waits": {serve: serving(func() { <-free }), body: body},
	} {
		for _, early := range []bool{false, true} {
			opts := []api.HandlerOption{api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {})}
			if c.auth == nil {
				c.auth = api.WithServerAnonymous()
			}
			if opts = append(opts, c.auth); early {
				opts = append(opts, api.WithServerBodyCredential("key"))
			}
			left := make(chan struct{})
			if name == "nobody waits" {
				free = make(chan struct{})
				opts = append(opts, around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
					copied := *r
					go func() { defer close(left); next(ctx, &copied) }()
					for api.InFlightOf(r) == 0 {
						runtime.Gosched()
					}
					return errors.New("impatient")
				}))
			} else {
				close(left)
			}
			h := handlerOf(t, c.serve, nil, opts...)
			var ended sync.WaitGroup
			ended.Go(func() {
				defer func() { recover() }()
				post(h, everykind.Op.Path, c.body, func(r *http.Request) {
					if c.change != nil {
						c.change(r)
					}
				})
			})
			ended.Wait()
			if name == "nobody waits" {
				require.NotZero(t, api.InFlightOf(h), "the service still holds it")
				close(free)
			}
			<-left
			require.Zero(t, api.InFlightOf(h), "%s, early: %t", name, early)
		}
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errors.New("gone") }
