package yamldoc

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestJoinKeepsProblemsInOrder(t *testing.T) {
	one, two := Problems{{Message: "one"}}, Problems{{Message: "two"}}
	require.NoError(t, Join(nil, nil))
	require.Equal(t, Problems{one[0], two[0]}, Join(one, nil, two))
	require.EqualError(t, Join(one, errors.New("cannot be read")), "cannot be read")
}
