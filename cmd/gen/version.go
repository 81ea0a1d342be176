package main

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"example.com/opgen/api"
)

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

// version returns the version of gen's module, the Go version and, where it is
// known, the revision.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Sprintf("gen unknown %s", runtime.Version())
	}
	return describe(info, ownModule())
}

// ownModule is the path of gen's own module, which is spelled nowhere: it is that of
// a package of it.
func ownModule() string { return path.Dir(reflect.TypeFor[api.Operation]().PkgPath()) }

// describe returns the version line of a program that holds the module. With go
// tool and in a vendor folder, gen is a dependency of the main module; then the
// revision is somebody else's.
func describe(info *debug.BuildInfo, modulePath string) string {
	if info.Main.Path == modulePath {
		return fmt.Sprintf("gen %s %s%s", known(info.Main.Version), info.GoVersion, revision(info))
	}
	for _, dep := range info.Deps {
		if dep.Path == modulePath {
			return fmt.Sprintf("gen %s %s", known(dep.Version), info.GoVersion)
		}
	}
	return fmt.Sprintf("gen unknown %s", info.GoVersion)
}

func known(version string) string {
	if version == "" {
		return "(devel)"
	}
	return version
}

// revision returns the version control revision, and whether files differed.
func revision(info *debug.BuildInfo) string {
	settings := make(map[string]string, len(info.Settings))
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	text := ""
	if rev := settings["vcs.revision"]; rev != "" {
		text = fmt.Sprintf(" %.12s", rev)
		if settings["vcs.modified"] == "true" {
			text += " modified"
		}
	}
	return text
}
