package main

import (
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A second Ctrl-C does not wait for calls in progress.
func TestCtrlCTwice(t *testing.T) {
	s, err := launch(t.TempDir(), t.TempDir(), "--db", "memory")
	require.NoError(t, err)
	t.Cleanup(func() { s.Kill() })
	call, err := net.Dial("tcp", strings.TrimPrefix(s.address, "http://"))
	require.NoError(t, err)
	defer call.Close()
	_, err = io.WriteString(call, "POST /api/v2/contacts/get_contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
	require.NoError(t, err)
	_, err = call.Read(make([]byte, 100)) // the service waits for the body
	require.NoError(t, err)
	for {
		s.Signal(os.Interrupt)
		select {
		case err := <-s.ended:
			require.ErrorContains(t, err, "signal: interrupt")
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// A token that the user has set is not printed.
func TestChosenTokensAreNotPrinted(t *testing.T) {
	t.Setenv(tokenVariable, "can/ary")
	s, err := launch(t.TempDir(), t.TempDir(), "--db", "memory")
	require.NoError(t, err)
	t.Cleanup(func() { s.Kill(); <-s.ended })
	require.NotContains(t, s.greeting, "can/ary")
	require.Contains(t, s.greeting, "/_sandbox/#TOKEN\n")
	require.Zero(t, run([]string{"requests", "--address", s.address}, io.Discard, io.Discard))
}

// The stored token of a sandbox is sent only to this machine.
func TestKeptTokensStayOnTheMachine(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv(tokenVariable, "")
	kept, forget, err := keepToken("[::]:8080")
	require.NoError(t, err)
	t.Cleanup(forget)
	for address, want := range map[string]string{
		"http://127.0.0.1:8080":       kept,
		"http://localhost:8080":       kept,
		"http://127.0.0.2:8080":       "",
		"http://[::1]:8080":           "",
		"http://staging.example:8080": "",
		"http://192.0.2.1:8080":       "",
	} {
		_, token, err := (&remote{address: address}).client()
		require.Equal(t, want, token, address)
		require.Equal(t, want == "", err != nil, address)
	}
}
