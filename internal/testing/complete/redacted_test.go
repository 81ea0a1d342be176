package complete_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/complete/gen/things"
)

// Values that contain generated structs do not show what is sensitive in them, whatever handler of
// slog prints them; others stay.
func TestRedactedValues(t *testing.T) {
	bag := things.Bag{Name: "n", Pin: new("CANARY")}
	type around struct {
		Bags []things.Bag
		At   time.Time
	}
	for name, v := range map[string]any{
		"slice":   []things.Bag{bag},
		"map":     map[string]*things.Bag{"a": &bag},
		"struct":  around{Bags: []things.Bag{bag}},
		"pointer": &around{Bags: []things.Bag{bag}},
		"any":     []any{1, bag},
		"nested":  map[string]any{"a": []any{&bag}},
		"request": things.OptionalRequest{OpenRecord: &bag},
	} {
		var out bytes.Buffer
		logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{ReplaceAttr: api.RedactAttr}))
		logger.Info("found", "v", v, slog.Group("in", "v", v))
		require.NotContains(t, out.String(), "CANARY", name)

		plain := slog.New(slog.NewJSONHandler(&out, nil))
		plain.Info("found", "v", api.Redacted(v))
		text, err := json.Marshal(map[string]any{"v": api.Redacted(v)})
		require.NoError(t, err)
		out.Write(text)
		fmt.Fprintf(&out, "%v %+v %#v %s %q %d", api.Redacted(v), api.Redacted(v), api.Redacted(v), api.Redacted(v), api.Redacted(v), api.Redacted(v))
		require.NotContains(t, out.String(), "CANARY", name)
		require.Contains(t, out.String(), "redacted", name)
	}
	now := time.Now()
	for _, v := range []any{1, "x", nil, now, []string{"x"}, map[string]int{"x": 1}, errors.New("x"), things.Point{X: "1"}, []any{1, "x"}} {
		a := slog.Any("v", v)
		require.Equal(t, a, api.RedactAttr(nil, a))
	}
}
