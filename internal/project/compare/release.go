package compare

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
)

// This file says what a release has to be called. Go makes the path of a module depend on its major
// version, so a release that breaks changes every import.

// revisions are the revisions of both sides, which may be versions.
type revisions struct{ base, head string }

// releasedModule is the module whose next version a release is.
type releasedModule struct {
	path   string // as in go.mod
	prefix string // without the major version
	major  string // such as /v2, "" for v0 and v1
}

// moduleHere returns the module in the working folder. It is false outside of a module, and if
// the path has its version in another way.
func moduleHere() (m releasedModule, ok bool) {
	here, _ := os.Getwd()
	_, m.path, _ = targets.ModuleOf(here)
	if m.path == "" || strings.HasPrefix(m.path, "gopkg.in/") {
		return m, false
	}
	m.prefix, m.major, ok = module.SplitPathVersion(m.path)
	return m, ok
}

// has reports whether versions may be those of the module.
func (m releasedModule) has(version string) bool { return module.MatchPathMajor(version, m.major) }

// completeRelease sets the next version, the title and the advice of a release with a bump of
// the Go module. The tag of a module below the root of the repository begins with its folder.
func completeRelease(r *report.Release, sides revisions, bump report.Bump, today time.Time) {
	if len(r.Targets) < 2 || slices.Contains(r.Targets, "") {
		r.Targets = nil // there is only one
	}
	slices.SortStableFunc(r.Sunsets, func(a, b report.Sunset) int {
		return cmp.Compare(a.Date, b.Date)
	})
	since := path.Base(sides.base)
	r.Next = nextVersion(since, bump)
	if r.Next != "" {
		r.Advice = fmt.Sprintf("next: %s after %s", r.Next, since)
		r.Title = r.Next + " - " + today.Format(time.DateOnly)
	}
	if version := path.Base(sides.head); semver.IsValid(version) {
		r.Title = version
	}
	mod, isModule := moduleHere()
	if r.Next != "" && isModule && !mod.has(since) && !mod.has(r.Next) {
		r.Advice += fmt.Sprintf("; %s is not a version of module %s, so check go.mod", since, mod.path)
		return
	}
	if r.Next != "" && semver.Prerelease(since) != "" {
		r.Advice += "; a pre-release promises nothing, so also compare with the last release"
		return
	}
	if bump >= report.Major {
		adviseMajor(r, mod, isModule)
	}
}

// adviseMajor adds to the advice what a release that breaks means for the path of the module.
func adviseMajor(r *report.Release, mod releasedModule, isModule bool) {
	switch {
	case r.Next != "" && semver.Major(r.Next) == "v0":
		r.Advice += "; before v1.0.0, a minor version may break"
	case !isModule:
	case r.Next == "":
		current, _ := strconv.Atoi(strings.TrimPrefix(cmp.Or(mod.major, "/v1"), "/v"))
		r.Advice = fmt.Sprintf("from v1 on, a major version has another path in go.mod and in "+
			"every import: %s/v%d, not %s; before v1.0.0, a minor version may break",
			mod.prefix, current+1, mod.path)
	case mod.major != "/"+semver.Major(r.Next):
		r.Module = mod.prefix + "/" + semver.Major(r.Next)
		r.Advice += fmt.Sprintf("; go.mod and every import say %s then, not %s", r.Module, mod.path)
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
		minor++
		patch = 0
	default:
		major++
		minor, patch = 0, 0
	}
	return fmt.Sprintf("v%d.%d.%d", major, minor, patch)
}
