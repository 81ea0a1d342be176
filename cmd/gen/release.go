package main

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/report"
)

// releaseFlags are the flags of gen diff for releases.
type releaseFlags struct{ semver, changelog bool }

func (f *releaseFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.semver, "semver", false, "print the version increase that a release requires, for the wire and for the Go module, and why")
	cmd.Flags().BoolVar(&f.changelog, "changelog", false, "print the changes for users of the service, as Markdown")
	cmd.MarkFlagsMutuallyExclusive("semver", "changelog")
	cmd.MarkFlagsMutuallyExclusive("changelog", "format")
	cmd.MarkFlagsMutuallyExclusive("changelog", "level")
}

// releasing reports whether one of these flags is set.
func releasing(cmd *cobra.Command) bool {
	return cmd.Flags().Changed("semver") || cmd.Flags().Changed("changelog")
}

// setFormat sets the format. JSON always has the version. With these flags, findings do not fail the
// command unless --fail-on is set.
func (f *releaseFlags) setFormat(cmd *cobra.Command, out *reportFlags) error {
	switch {
	case f.changelog:
		out.format.value = "changelog"
	case f.semver && out.format.value == "text":
		out.format.value = "semver"
	case f.semver && out.format.value != "json":
		return fmt.Errorf("--semver is text or json: leave --format %s out", out.format.value)
	}
	if releasing(cmd) && !cmd.Flags().Changed("fail-on") {
		out.failOn.value = failOnNone
	}
	return nil
}

// datesOf returns the dates of a comparison, with the notice period of the settings.
func datesOf(decided *settings.Settings, today time.Time) diff.Dates {
	dates := diff.Dates{Today: today}
	if decided != nil && decided.Notice != (settings.Period{}) {
		dates.Notice = decided.Notice.After(today)
	}
	return dates
}

// completeRelease sets the next version, the title and the advice of a release with a bump of the Go
// module. The revisions base and head may be versions. The tag of a module below the root of
// the repository begins with its folder.
func completeRelease(r *report.Release, base, head string, bump report.Bump, today time.Time) {
	if len(r.Targets) < 2 || slices.Contains(r.Targets, "") {
		r.Targets = nil // there is only one
	}
	slices.SortStableFunc(r.Sunsets, func(a, b report.Sunset) int { return cmp.Compare(a.Date, b.Date) })
	since := path.Base(base)
	r.Next = nextVersion(since, bump)
	here, _ := os.Getwd()
	_, mod, _ := moduleOf(here) // "" outside of a module
	prefix, now, known := module.SplitPathVersion(mod)
	known = known && mod != "" && !strings.HasPrefix(mod, "gopkg.in/")
	if r.Next != "" {
		r.Advice = fmt.Sprintf("next: %s after %s", r.Next, since)
		r.Title = r.Next + " - " + today.Format(time.DateOnly)
	}
	if version := path.Base(head); semver.IsValid(version) {
		r.Title = version
	}
	if known && r.Next != "" && !module.MatchPathMajor(since, now) && !module.MatchPathMajor(r.Next, now) {
		r.Advice += fmt.Sprintf("; %s is not a version of module %s, so check go.mod", since, mod)
		return
	}
	switch {
	case r.Next != "" && semver.Prerelease(since) != "":
		r.Advice += "; a pre-release promises nothing, so also compare with the last release"
	case bump < report.Major:
	case r.Next != "" && semver.Major(r.Next) == "v0":
		r.Advice += "; before v1.0.0, a minor version may break"
	case r.Next != "" && known && now != "/"+semver.Major(r.Next):
		r.Module = prefix + "/" + semver.Major(r.Next)
		r.Advice += fmt.Sprintf("; go.mod and every import say %s then, not %s", r.Module, mod)
	case r.Next == "" && known:
		n, _ := strconv.Atoi(strings.TrimPrefix(cmp.Or(now, "/v1"), "/v"))
		r.Advice = fmt.Sprintf("from v1 on, a major version has another path in go.mod and in every import: %s/v%d, not %s; before v1.0.0, a minor version may break", prefix, n+1, mod)
	}
}

// nextVersion returns the version after another one, or "" if that is not a version. After
// a pre-release, it is the release. Before v1.0.0, major and minor bumps increase the minor
// version, as in gorelease.
func nextVersion(since string, bump report.Bump) string {
	if semver.Canonical(since) != since || bump == report.NoBump {
		return ""
	}
	if pre := semver.Prerelease(since); pre != "" {
		return strings.TrimSuffix(since, pre)
	}
	var major, minor, patch int
	if n, err := fmt.Sscanf(since, "v%d.%d.%d", &major, &minor, &patch); n != 3 || err != nil {
		return "" // the numbers are too large
	}
	switch {
	case bump == report.Patch:
		patch++
	case bump == report.Minor || major == 0:
		minor, patch = minor+1, 0
	default:
		major, minor, patch = major+1, 0, 0
	}
	return fmt.Sprintf("v%d.%d.%d", major, minor, patch)
}
