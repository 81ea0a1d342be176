package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/gen/contacts"
	"example.com/opgen/internal/testing/long"
)

// symbolsOf returns the symbols of a program that makes a client with options.
func symbolsOf(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	source := fmt.Sprintf(`package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	%q
	%q
)

func main() {
	_, _, _ = io.Discard, slog.LevelInfo, api.RetryPolicy{}
	client, err := contacts.NewClient("http://localhost" %s)
	if err == nil {
		_, err = client.NewContact(context.Background(), nil)
	}
	fmt.Println(err)
}
`, reflect.TypeFor[api.Operation]().PkgPath(), reflect.TypeFor[contacts.Client]().PkgPath(), options)
	main, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
	require.NoError(t, os.WriteFile(main, []byte(source), 0o600))
	out, err := exec.Command("go", "build", "-o", binary, main).CombinedOutput()
	require.NoError(t, err, "%s", out)
	symbols, err := exec.Command("go", "tool", "nm", binary).Output()
	require.NoError(t, err)
	return string(symbols)
}

// Only programs that use an option contain the code that it needs. If the runtime
// called that code directly, and not through a value that the option sets, every
// client would be larger.
func TestClientsHoldWhatTheyUse(t *testing.T) {
	long.SkipUnlessFull(t, "links two programs")
	plain := symbolsOf(t, "")
	all := symbolsOf(t, `, api.WithLogger(slog.Default()), api.WithFaults(api.Fault{Status: 503}), api.WithRecorder(io.Discard)`)
	for _, symbol := range []string{"/redact.(*redactor).value", "/api.errorType", "/api.(*faulty).RoundTrip", "/recording.(*Recorder).Add", "log/slog.(*handleState).appendAttr"} {
		require.True(t, strings.Contains(all, symbol), symbol)
		require.False(t, strings.Contains(plain, symbol), symbol)
	}
	for _, symbol := range []string{" html.", "encoding/json.(*decodeState)"} {
		require.False(t, strings.Contains(all, symbol), "%s: api has its own", symbol)
	}
}
