package insurance

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/opgen/sandbox/internal/auth"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/memory"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// With the profile of the third-party client, responses are in an envelope, failures have status 200,
// and requests may have a key in the body or a token, no Content-Type, nulls, or an empty body.
func TestProfileServesTheThirdPartyClient(t *testing.T) {
	c, b := service(t, "sdk.yaml")
	state := new(memory.Store)
	const key = "made-up-secret"
	file := filepath.Join(t.TempDir(), "callers")
	require.NoError(t, os.WriteFile(file, []byte("sandbox:"+key+"\n"), 0o600))
	callers, err := auth.ReadCallers(file)
	require.NoError(t, err)
	known := auth.New(c, state, callers)
	s, err := simulator.New(c, b, simulator.Options{Funcs: Funcs(c), Store: state, Seeds: spec.Seeds, Authenticator: known.Authenticate})
	require.NoError(t, err)
	defer s.Close()
	token := httptest.NewRequest("POST", "/api/auth/oauth2/token",
		strings.NewReader("grant_type=client_credentials&scope=https%3A%2F%2Fhost%2Fapi"))
	token.SetBasicAuth("sandbox", key)
	token.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	known.ServeHTTP(w, token)
	require.Equal(t, 200, w.Code, w.Body)
	bearer := "Bearer " + strings.Split(w.Body.String(), `"`)[3]

	for _, test := range []struct{ operation, authorization, body, want string }{
		{"contacts/get_contact", "", `{"contact_id":"agency-1","api_key":"KEY"}`,
			`{"success":true,"data":{"addresses":`},
		{"contacts/find_contact_by_params", "",
			`{"name":"Example Agent","role_name":null,"dob":null,"api_key":"KEY"}`,
			`{"success":true,"data":[{"emails":`},
		{"contacts/get_contact", "", `{"contact_id":"nobody","api_key":"KEY"}`,
			`{"success":false,"messages":["there is no contact`},
		{"claims/get_claim", "", `{"api_key":"KEY"}`, `{"success":false,"messages":["`},
		{"claims/get_all_perils", bearer, ``, `{"success":true,"data":[{"aplus_code":"01",`},
		{"contacts/list_all_contacts", bearer, ``, `{"success":true,"data":{"data":[{`},
		{"claims/update_claim", bearer, `{"claim_id":"claim-a"}`, `{"success":true`},
	} {
		r := httptest.NewRequest("POST", "/api/v2/"+test.operation,
			strings.NewReader(strings.ReplaceAll(test.body, "KEY", key)))
		if test.authorization != "" {
			r.Header.Set("Authorization", test.authorization)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code, "%s %s", test.operation, w.Body)
		require.True(t, strings.HasPrefix(w.Body.String(), test.want), "%s %s", test.operation, w.Body)
	}
	for _, body := range []string{`{"contact_id":"agency-1","api_key":"wrong"}`, `{"contact_id":"agency-1"}`} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w,
			httptest.NewRequest("POST", "/api/v2/contacts/get_contact", strings.NewReader(body)))
		require.Equal(t, http.StatusUnauthorized, w.Code)
	}
}
