package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDeprecationsAreAnnouncedByDates(t *testing.T) {
	for _, test := range []struct {
		d                   Deprecation
		deprecation, sunset string
	}{
		{Deprecation{}, "@0", ""},
		{Deprecation{Since: "v2", Use: "read"}, "@0", ""},
		{Deprecation{Since: "2026-01-01"}, "@1767225600", ""},
		{Deprecation{Since: "2026-01-01", Sunset: "2030-01-31"}, "@1767225600", "Thu, 31 Jan 2030 00:00:00 GMT"},
	} {
		deprecation, sunset := test.d.HeaderFields()
		require.Equal(t, [2]string{test.deprecation, test.sunset}, [2]string{deprecation, sunset})
	}
}
