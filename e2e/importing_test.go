package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/examples/importing/gen/contacts"
)

// The example imports a thousand contacts while the service fails in four ways. No contact is lost,
// none is created twice, and every row has its outcome.
func TestImportLosesNothingAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("NOT RUN: the sandbox is compiled")
	}
	const caller, secret, rows = "importer", "correct-horse", 1000
	callers := filepath.Join(t.TempDir(), "callers")
	require.NoError(t, os.WriteFile(callers, []byte(caller+":"+secret+"\n"), 0o600))
	spec, err := filepath.Abs("../examples/importing/spec/operations.yaml")
	require.NoError(t, err)
	const of = "operation=contacts.new_contact,"
	s := startSandbox(t, "--spec", spec, "--auth", "oauth2", "--callers", callers,
		"--faults", of+"times=100",
		"--faults", of+"times=5,break=response lost", // the contact is created, and nobody hears of it
		"--faults", of+"times=100",
		"--faults", of+"times=12,status=429,header=Retry-After:1",
		"--faults", of+"times=100",
		"--faults", of+"times=3,status=401") // the token has expired

	client, err := contacts.NewClient(s.address, api.WithClientCredentials(api.ClientCredentials{
		TokenURL: s.address + "/oauth2/token", ID: caller, Secret: secret,
	}))
	require.NoError(t, err)
	list := func() map[string]string {
		ids := map[string]string{}
		for c, err := range client.ListContactsItems(t.Context(), &contacts.ListContactsRequest{Limit: new(300)}) {
			require.NoError(t, err)
			require.NotContains(t, ids, c.Email, "created twice")
			ids[c.Email] = c.ID
		}
		return ids
	}

	// Of the rows 501 to 600, the service refuses every second one, whose address appears before.
	// Four rows break rules.
	file := []string{"name,email"}
	wanted := map[string]string{} // outcomes by line
	for i := 1; i <= rows; i++ {
		name, email, want := fmt.Sprintf("Name %d", i), fmt.Sprintf("%d@example.com", i), "imported"
		switch {
		case i > 500 && i <= 600 && i%2 == 0:
			email, want = fmt.Sprintf("%d@example.com", i-500), "refused"
		case i%300 == 7:
			name, want = " ", "invalid"
		}
		file = append(file, name+","+email)
		wanted[fmt.Sprint(i+1)] = want
	}
	table := filepath.Join(t.TempDir(), "contacts.csv")
	require.NoError(t, os.WriteFile(table, []byte(strings.Join(file, "\n")), 0o600))

	program := filepath.Join(t.TempDir(), "importing")
	out, err := run(t, "..", nil, "go", "build", "-o", program, "./examples/importing")
	require.NoError(t, err, out)
	start := func(args ...string) (string, error) {
		return run(t, ".", []string{"CLIENT_ID=" + caller, "CLIENT_SECRET=" + secret}, program, append(args, s.address, table)...)
	}
	line := regexp.MustCompile(`(?m)^(\d+) (\w+) ?(.*)$`)
	outcomes := func(out string) (all, details map[string]string) {
		all, details = map[string]string{}, map[string]string{}
		for _, m := range line.FindAllStringSubmatch(out, -1) {
			require.NotContains(t, all, m[1], "two outcomes")
			all[m[1]], details[m[1]] = m[2], m[3]
		}
		require.NotContains(t, out, "@example.com")
		require.NotContains(t, out, secret)
		return all, details
	}

	out, err = start()
	require.NoError(t, err, out)
	checked, _ := outcomes(out)
	require.Len(t, checked, rows)
	for at, want := range wanted {
		require.Equal(t, want == "invalid", checked[at] == "invalid", "line %s: %s", at, checked[at])
	}
	require.Empty(t, list(), "a dry run creates nothing")

	out, err = start("-send", "-rate", "400")
	t.Log(out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:])
	if err != nil { // some rows are unclear: this is what the second run is for
		require.Contains(t, out, "unclear")
	}
	first, ids := outcomes(out)
	require.Len(t, first, rows)
	created := list()

	out, err = start("-send", "-rate", "400")
	require.NoError(t, err, out)
	t.Log(out[strings.LastIndex(strings.TrimSpace(out), "\n")+1:])
	second, again := outcomes(out)
	require.Equal(t, wanted, second)
	stored := list()
	for at, outcome := range first {
		if outcome != "unclear" {
			require.Equal(t, wanted[at], outcome, at)
			if outcome == "imported" {
				require.Equal(t, ids[at], again[at], "the same contact, at line %s", at)
			}
		}
	}
	for email, id := range created {
		require.Equal(t, id, stored[email])
	}
	imported := 0
	for at, outcome := range second {
		if outcome == "imported" {
			imported++
			require.NotEmpty(t, again[at])
		}
	}
	require.Len(t, stored, imported)
}
