package localhost_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/live/localhost"
)

func TestOnlyNamesOfThisMachineAreOurs(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:8080": true, "[::1]": true, "[::1]:8080": true, "192.0.2.1": true,
		"localhost": true, "LOCALHOST.": true, "localhost:8080": true, "team-1.localhost:8080": true,
		"Box.example": true, "box.example.:443": true,
		"": false, "example": false, "other.example:8080": false, "a.box.example": false,
		"localhost.other.example": false, "other-localhost": false, "127.0.0.1.other.example": false,
	} {
		require.Equal(t, want, localhost.IsOurs(host, "box.example"), host)
	}
	require.False(t, localhost.IsOurs("box.example"))
}
