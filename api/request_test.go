package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/everykind"
)

// receiving serves one request and returns what its service asked for.
func receiving(t *testing.T, body string, opts ...api.HandlerOption) (got api.ReceivedRequest, raw string) {
	t.Helper()
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Answer, error) {
		type key struct{}
		got = api.RequestFromContext(context.WithValue(ctx, key{}, 1))
		raw = string(got.Raw())
		return echo(ctx, r)
	}, nil, append(opts, api.WithServerAnonymous())...)
	w := post(h, everykind.Op.Path, body, withHeader("X-Request-Id", "r-1"), withHeader("X-Tenant", "CANARY"))
	require.Equal(t, 200, w.Code, w.Body)
	return got, raw
}

// What is accepted is handed on: unknown fields at any depth, and null.
func TestAServiceReadsWhatWasReceived(t *testing.T) {
	body := ` {"name":"n", "inner":{"id":"1"},"items":[{"id":"2","x":null}],"note":null,"x":{"y":[1.50,null]} }`
	got, raw := receiving(t, body, api.WithServerUnknownFields())
	require.Equal(t, body, raw)
	require.Equal(t, body, string(got.Raw()), "after the request too")
	require.Equal(t, "r-1", got.RequestID())
	require.Equal(t, "CANARY", got.Header().Get("X-Tenant"))
	var fields struct {
		Note *json.RawMessage
		X    struct{ Y []any }
	}
	require.NoError(t, got.Decode(&fields))
	require.Equal(t, []any{json.Number("1.50"), nil}, fields.X.Y)

	_, raw = receiving(t, `{"key":"CANARY","name":"n","inner":{"id":"1"}}`, api.WithServerBodyCredential("key"))
	require.Equal(t, `{"name":"n","inner":{"id":"1"}}`, raw, "without the credential")
}

func TestOutsideOfARequestNothingIsReceived(t *testing.T) {
	none := api.RequestFromContext(t.Context())
	require.Nil(t, none.Raw())
	require.Nil(t, none.Header())
	require.Empty(t, none.RequestID())
	require.Error(t, none.Decode(new(any)))
}

// Nothing of the body is shown before it is known who calls.
func TestTheBodyOfUnknownCallersIsNotReceived(t *testing.T) {
	var before, asked, after []byte
	h := handlerOf(t, echo, nil,
		api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
			return func(ctx context.Context, r *api.ServerRequest) error {
				before = api.RequestFromContext(ctx).Raw()
				require.NotEmpty(t, api.RequestFromContext(ctx).RequestID())
				err := next(ctx, r)
				after = api.RequestFromContext(ctx).Raw()
				return err
			}
		}),
		api.WithServerBodyCredential("key"),
		api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
			asked = api.RequestFromContext(ctx).Raw()
			if c.Body()["key"] != "k" {
				return nil, &api.Problem{Status: http.StatusForbidden}
			}
			return ctx, nil
		}))
	require.Equal(t, 403, post(h, everykind.Op.Path, validRichBody).Code)
	require.Nil(t, before)
	require.Nil(t, asked)
	require.Nil(t, after)
	require.Equal(t, 200, post(h, everykind.Op.Path, `{"key":"k","name":"n","inner":{"id":"1"}}`).Code)
	require.Nil(t, before)
	require.Equal(t, `{"name":"n","inner":{"id":"1"}}`, string(after))
}
