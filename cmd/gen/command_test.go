package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInvocation(t *testing.T) {
	const command = "example.org/opgen/cmd/gen"
	for name, test := range map[string]struct{ goMod, root, want string }{
		"in the module itself":  {"module example.org/opgen\n", ".", "go run ./cmd/gen"},
		"below its root":        {"module example.org/opgen\n", "../..", "go run ../../cmd/gen"},
		"as a tool":             {"module example.org/shop\ngo 1.26\ntool example.org/opgen/cmd/gen\n", ".", "go tool gen"},
		"as one of the tools":   {"module example.org/shop\ntool (\n\texample.org/x\n\texample.org/opgen/cmd/gen\n)\n", "..", "go tool gen"},
		"installed":             {"module example.org/shop\n", ".", "gen"},
		"name with that prefix": {"module example.org/opge\n", ".", "gen"},
		"broken go.mod":         {"modul example.org/opgen\n", ".", "gen"},
	} {
		assert.Equal(t, test.want, invocationIn([]byte(test.goMod), command, test.root), name)
	}
}

func TestVersionLine(t *testing.T) {
	const module = "example.org/opgen"
	for name, test := range map[string]struct {
		info debug.BuildInfo
		want string
	}{
		"installed":   {debug.BuildInfo{Main: debug.Module{Path: module, Version: "v1.2.3"}}, "gen v1.2.3 go1.26.1"},
		"built here":  {debug.BuildInfo{Main: debug.Module{Path: module}}, "gen (devel) go1.26.1"},
		"go tool":     {debug.BuildInfo{Main: debug.Module{Path: "example.org/shop"}, Deps: []*debug.Module{{Path: module, Version: "v1.2.3"}}}, "gen v1.2.3 go1.26.1"},
		"not at home": {debug.BuildInfo{Main: debug.Module{Path: "example.org/shop"}}, "gen unknown go1.26.1"},
	} {
		test.info.GoVersion = "go1.26.1"
		assert.Equal(t, test.want, describe(&test.info, module), name)
	}
}
