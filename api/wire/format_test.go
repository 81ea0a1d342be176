package wire

import (
	"strings"
	"testing"

	"example.com/opgen/internal/text/textformat"
	"github.com/stretchr/testify/require"
)

func TestFormats(t *testing.T) {
	for format, texts := range map[TextFormat]struct{ good, bad string }{
		FormatDate: {
			"2006-01-31 2004-02-29 2000-02-29 0000-02-29 9999-12-31 2006-02-28 2006-04-30",
			"2006-02-29 1900-02-29 2006-04-31 2006-13-01 2006-00-10 2006-01-00 2006-1-31 06-01-31 2006/01/31 2006-01-31Z 20060131 +2006-01-1 2006-01-3١",
		},
		FormatDateTime: {
			"2006-01-31T15:04:05Z 2006-01-31t15:04:05z 2006-01-31T15:04:05.123456789012Z 2006-01-31T23:59:59-23:59 2006-01-31T00:00:00-00:00 1990-12-31T23:59:60Z 1997-06-30T23:59:60.5+00:00",
			"2006-01-31 2006-01-31T15:04:05 2006-02-30T15:04:05Z 2006-01-31T24:00:00Z 2006-01-31T15:60:05Z 2006-01-31T15:04:61Z 2006-01-31T15:04Z 2006-01-31T15:04:05.Z 2006-01-31T15:04:05,5Z " +
				"2006-01-31T15:04:05+24:00 2006-01-31T15:04:05+01:60 2006-01-31T15:04:05+0100 2006-01-31T15:04:05+01 2006-01-31_15:04:05Z 1990-12-31T22:59:60Z 1990-12-30T23:59:60Z 1990-12-31T15:59:60-08:00 2006-01-31T1:04:05Z",
		},
		FormatTime: {
			"15:04:05Z 15:04:05.5z 00:00:00+23:59 23:59:60Z 23:59:60-00:00",
			"15:04:05 15:04Z 24:00:00Z 15:04:05.Z T15:04:05Z 15:04:60Z 23:58:60Z 23:59:60+01:00 15:04:05+1:00 1:04:05Z",
		},
		FormatUUID: {
			"f81d4fae-7dec-11d0-a765-00a0c91e6bf6 F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff 017f22e2-79b0-7cc3-98c4-dc0c0c07398f 6ba7b810-9dad-11d1-c0b4-00c04fd430c8",
			"f81d4fae7dec11d0a76500a0c91e6bf6 {f81d4fae-7dec-11d0-a765-00a0c91e6bf6} urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6 g81d4fae-7dec-11d0-a765-00a0c91e6bf6 f81d4fae-7dec-11d0-a765-00a0c91e6bf f81d4fae-7dec-11d0-a76500-a0c91e6bf6",
		},
		FormatDecimal: {"0 -0 0.0 12 -12.50 0.001 123456789012345678901234567890.5", "00 01 +1 1. .5 1e2 1,5 - -.5 1.5.5 0x1 NaN ١"},
		FormatByte:    {"c29tZQ== c29tZXM= c29tZXRo AA== AAA= +/+/", "c29tZQ c29tZQ= c29tZR== c29tZXN= c29t-_== === ==== A=== AA=A"},
	} {
		for text := range strings.FieldsSeq(texts.good) {
			require.True(t, format.Holds(text), "%s %s", format, text)
		}
		for text := range strings.FieldsSeq(texts.bad) {
			require.False(t, format.Holds(text), "%s %s", format, text)
		}
		require.Equal(t, format == FormatByte, format.Holds(""), format)
		require.NotEmpty(t, textformat.Named(string(format)).Must)
		require.False(t, format.Holds("c29t\nZXRo"))
	}
	require.True(t, TextFormat("email").Holds("anything"))
}

func TestFormatsTakeNoMemory(t *testing.T) {
	require.Zero(t, testing.AllocsPerRun(100, func() {
		FormatDateTime.Holds("2006-01-31T15:04:05.5+01:00")
		FormatUUID.Holds("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
		FormatByte.Holds("c29tZQ==")
		FormatDecimal.Holds("-12.50")
	}))
}
