package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/project/targets"
)

// newVersion returns gen version, which prints the line of --version.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of gen",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version returns the version of gen's module and the Go version.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "gen unknown " + runtime.Version()
	}
	return versionLine(info, targets.OwnModule())
}

// versionLine returns the version line of a program that contains the module. With go tool and
// in a vendor folder, gen is a dependency of the main module.
func versionLine(info *debug.BuildInfo, modulePath string) string {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath {
			return fmt.Sprintf("gen %s %s", cmp.Or(m.Version, "(devel)"), info.GoVersion)
		}
	}
	return "gen unknown " + info.GoVersion
}
