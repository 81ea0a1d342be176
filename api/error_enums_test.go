package api_test

import (
	"encoding/json"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/everykind"
	"github.com/stretchr/testify/require"
)

type reasonCode string

func (c reasonCode) IsListed() bool { return c == "gone" || c == "them" }

// Errors show the enums of a typed failure that are not sensitive, if the catalog lists
// their values.
func TestAFailureShowsItsEnums(t *testing.T) {
	type refusal struct {
		Reason reasonCode  `json:"reason"`
		Holder *reasonCode `json:"holder,omitzero"`
		Secret reasonCode  `json:"secret" sensitive:"true"`
		Text   string      `json:"text"`
		Amount json.Number `json:"amount"`

		hidden reasonCode
	}
	for want, failure := range map[string]any{
		": reason gone":              &refusal{"gone", nil, "CANARY", "CANARY", "1", "gone"},
		": reason gone; holder them": &refusal{"gone", new(reasonCode("them")), "CANARY", "CANARY", "1", "gone"},
		"":                           &refusal{"CANARY", nil, "gone", "CANARY", "1", "gone"},
	} {
		e := &api.Error{Operation: everykind.Op, Status: 409}
		api.SetFailure(e, failure)
		require.Equal(t, "409 Conflict"+want, reason(e))
		e.Status, e.Err = 200, api.ErrNoSuccess
		if want != "" {
			require.Equal(t, "200 OK"+want, reason(e))
		}
	}
}
