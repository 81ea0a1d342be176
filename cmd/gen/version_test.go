package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The version is that of the module that contains gen, whichever program it is in.
func TestVersionIsThatOfOwnModule(t *testing.T) {
	const module = "example.org/opgen"
	own := debug.Module{Path: module, Version: "v1.2.3"}
	other := debug.Module{Path: "example.org/shop"}
	for name, test := range map[string]struct {
		main debug.Module
		deps []*debug.Module
		want string
	}{
		"installed":   {own, nil, "gen v1.2.3 go1.26.1"},
		"built here":  {debug.Module{Path: module}, nil, "gen (devel) go1.26.1"},
		"go tool":     {other, []*debug.Module{&own}, "gen v1.2.3 go1.26.1"},
		"not at home": {other, nil, "gen unknown go1.26.1"},
	} {
		info := debug.BuildInfo{Main: test.main, Deps: test.deps, GoVersion: "go1.26.1"}
		assert.Equal(t, test.want, versionLine(&info, module), name)
	}
}
