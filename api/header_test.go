package api_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

func TestHeadersThatCannotBeSent(t *testing.T) {
	for want, option := range map[string]api.CallOption{
		`api.WithHeader: header "Bad Header": the name`:                api.WithHeader("Bad Header", "CANARY"),
		`api.WithHeader: header "": the name`:                          api.WithHeader("", "CANARY"),
		`api.WithHeader: header "X:": the name`:                        api.WithHeader("X:", "CANARY"),
		`api.WithHeader: header "\u00e9": the name`:                    api.WithHeader("é", "CANARY"),
		`api.WithHeader: header "\u212a": the name`:                    api.WithHeader("\u212a", "CANARY"), // lower case is k
		`api.WithHeader: header "X": the value holds`:                  api.WithHeader("X", "CANARY\nb"),
		`api.WithHeader: header "Y": the value holds`:                  api.WithHeader("y", "CANARY\x7f"),
		`api.WithBearerToken: header "Authorization": the value holds`: api.WithBearerToken("CANARY\r"),
	} {
		_, err := api.NewCaller("https://host", option)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "CANARY")

		s := &script{outcomes: []any{200}}
		_, err = callOp(t.Context(), s.caller(t), opRaw, option)
		require.ErrorContains(t, err, "things.raw: "+want)
		require.NotContains(t, err.Error(), "CANARY")
		require.Empty(t, s.bodies, "nothing was sent")
	}
	for _, option := range []api.CallOption{
		api.WithHeader("X-Key.~!1", "a\tb é"), api.WithHeader("host", "other"), api.WithBasicAuth("a", "line\nbreak"), api.WithBearerToken(""),
	} {
		_, err := api.NewCaller("https://host", option)
		require.NoError(t, err)
	}
}

func TestAHeaderThatAMiddlewareSpoilsIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := &fakeThings{f: found}
		start := time.Now()
		_, err := callOp(t.Context(), fake.caller(t, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
			return func(ctx context.Context, i *api.Invocation) error {
				i.Header["X-Key"] = []string{"CANARY\n"}
				return next(ctx, i)
			}
		})), opRaw)
		require.EqualError(t, err, `things.raw: header "X-Key": the value holds a line break or another control character`)
		require.Zero(t, time.Since(start))
		require.Empty(t, fake.recorder.Calls())
	})
}
