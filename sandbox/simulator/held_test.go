package simulator_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/insurance"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/sqlstore"
)

var large = flag.Int("large", 500, "the number of contacts of TestLargeWorldsHoldUpNobody")

// While a large world is made, reset, saved, restored and dropped, calls in another world of the same
// file succeed. The test logs the longest one:
//
//	go test -C sandbox ./simulator -run TestLargeWorldsHoldUpNobody -v -large 200000
func TestLargeWorldsHoldUpNobody(t *testing.T) {
	c, err := catalog.Load("../../spec/operations.yaml")
	require.NoError(t, err)
	b, err := behavior.Load(c, "../../spec/resources.yaml")
	require.NoError(t, err)
	state, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	require.NoError(t, err)
	defer func() { require.NoError(t, state.Close()) }()
	s, err := simulator.New(c, b, simulator.Options{
		Store: state, Funcs: insurance.Funcs(c), Seeds: []byte(contacts(*large)),
	})
	require.NoError(t, err)
	defer s.Close()

	for _, step := range []struct {
		name string
		do   func(ctx context.Context, world string) error
	}{
		{"make", func(ctx context.Context, world string) error { return s.SetLatency(ctx, world, 0) }},
		{"reset", s.Reset},
		{"snapshot", func(ctx context.Context, world string) error { return s.Snapshot(ctx, world, "a") }},
		{"restore", func(ctx context.Context, world string) error { return s.Restore(ctx, world, "a") }},
		{"drop", s.Drop},
	} {
		began := time.Now()
		ended := make(chan error, 1)
		go func() { ended <- step.do(t.Context(), "large") }()
		writes, longest, err := writeUntil(t, s, ended)
		require.NoError(t, err, step.name)
		t.Logf("%-8s %6d ms, %5d writes, the longest waited %5d ms", step.name,
			time.Since(began).Milliseconds(), writes, longest.Milliseconds())
	}
}

// writeUntil creates contacts in the default world until a channel has an error, which it returns
// with the number of contacts and the longest time that one took.
func writeUntil(
	t *testing.T, s *simulator.Sandbox, ended <-chan error,
) (writes int, longest time.Duration, err error) {
	for {
		select {
		case err := <-ended:
			return writes, longest, err
		default:
		}
		began := time.Now()
		status, body := post(t, s, "/api/v2/contacts/new_contact", `{"name":"Ann","addresses":[{"city":"Ur"}]}`)
		if status != 200 {
			return writes, longest, errors.New(body)
		}
		writes++
		longest = max(longest, time.Since(began))
	}
}

// contacts returns seeds with n contacts, each with a phone.
func contacts(n int) string {
	var b strings.Builder
	b.WriteString(`{"contact":[`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		const form = `{"id":"c-%d","name":"Example %d","type":"individual","phones":[{"phone":"555-0100"}]}`
		fmt.Fprintf(&b, form, i, i)
	}
	b.WriteString(`]}`)
	return b.String()
}
