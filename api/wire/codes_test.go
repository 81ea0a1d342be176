package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api/wire"
)

func TestNamesBecomeCodes(t *testing.T) {
	codes := wire.NewCodes("things", map[[2]string]map[string]string{
		{"things", "names"}:  {"Mailing": "M", "Billing": "", "M": "twice"},
		{"things", "filled"}: {"": "F"},
		{"others", "notes"}:  {"Mailing": "other area", "": "other area"},
	})
	for _, c := range []struct {
		table string
		name  *string
		want  *string
	}{
		{"names", new("Mailing"), new("M")},
		{"names", new("Billing"), new("")},
		{"names", new("mailing"), new("mailing")},
		{"names", new(""), new("")},
		{"names", nil, nil},
		{"filled", new("Mailing"), new("Mailing")},
		{"filled", new(""), new("F")},
		{"filled", nil, new("F")},
		{"notes", new("Mailing"), new("Mailing")},
		{"notes", nil, nil},
	} {
		require.Equal(t, c.want, codes.OptCode(c.table, c.name), "%+v", c)
		require.Equal(t, wire.Or(c.want, ""), codes.Code(c.table, wire.Or(c.name, "")), "%+v", c)
	}
}

func TestACodeBelongsToTheRequestAlone(t *testing.T) {
	table := map[string]string{"Mailing": "M"}
	codes := wire.NewCodes("things", map[[2]string]map[string]string{{"things", "names"}: table})
	*codes.OptCode("names", new("Mailing")) = "changed"
	require.Equal(t, map[string]string{"Mailing": "M"}, table)
}
