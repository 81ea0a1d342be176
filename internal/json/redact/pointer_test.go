package redact

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// tagged is a union whose variants are all the same places.
type tagged struct {
	Members
	variants []Place
}

func (t tagged) Tag() string                        { return "kind" }
func (t tagged) Variants() (all []Place, open bool) { return t.variants, false }
func (t tagged) Object(func(string) string) Place   { return t }

// Places that cannot be compared, such as maps, are as good as others.
func TestHideReadsPlacesThatCannotBeCompared(t *testing.T) {
	inner := Members{"x": Members{"y": Text}}
	union := tagged{Members{"kind": Text}, []Place{inner, inner, ObjectOf(inner, inner), ObjectOf(inner, inner)}}
	require.Equal(t, "/a/x/y", Keys{}.Hide("/a/x/y", Members{"a": union}, nil))
	require.Equal(t, "/a/x/y", Keys{}.Hide("/a/x/y", Members{"a": ObjectOf(union, union)}, nil))
}
