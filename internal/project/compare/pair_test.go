package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/review/report"
)

// named returns targets from names and catalogs.
func named(of ...[2]string) side {
	var s side
	for _, t := range of {
		s.targets = append(s.targets, targets.Target{Name: t[0], Spec: t[1], Folders: []string{"a", "b"}})
	}
	return s
}

// Targets are pairs by name, then by catalog. What is left has no partner, and a target that still
// has its own name did not become another one.
func TestTargetsPairByNameThenByCatalog(t *testing.T) {
	for about, test := range map[string]struct {
		before, after side
		want          []string
	}{
		"the same": {
			named([2]string{"shop", "s.yaml"}), named([2]string{"shop", "s.yaml"}),
			[]string{"shop shop s.yaml -> s.yaml"},
		},
		"a moved catalog": {
			named([2]string{"shop", "s.yaml"}), named([2]string{"shop", "t.yaml"}),
			[]string{"shop shop s.yaml -> t.yaml"},
		},
		"another name": {
			named([2]string{"shop", "s.yaml"}), named([2]string{"store", "s.yaml"}),
			[]string{"shop store s.yaml -> s.yaml"},
		},
		"swapped catalogs": {
			named([2]string{"a", "a.yaml"}, [2]string{"b", "b.yaml"}),
			named([2]string{"a", "b.yaml"}, [2]string{"b", "a.yaml"}),
			[]string{"a a a.yaml -> b.yaml", "b b b.yaml -> a.yaml"},
		},
		"a new one, and one that is gone": {
			named([2]string{"shop", "s.yaml"}), named([2]string{"new", "n.yaml"}),
			[]string{"- new n.yaml -> n.yaml", "shop shop s.yaml -> s.yaml left"},
		},
	} {
		var got []string
		for _, p := range pairTargets(test.before, test.after) {
			old := "-"
			if p.oldTarget != nil {
				old = p.oldTarget.Name
			}
			text := old + " " + p.currentTarget.Name + " " + p.before.String() + " -> " + p.after.String()
			if p.isLeftover {
				text += " left"
			}
			got = append(got, text)
		}
		require.Equal(t, test.want, got, about)
	}
}

// The next version follows semantic versioning, and before v1.0.0 gorelease.
func TestNextVersionFollowsFromTheBump(t *testing.T) {
	for _, test := range []struct {
		since string
		bump  report.Bump
		want  string
	}{
		{"v1.2.3", report.Patch, "v1.2.4"},
		{"v1.2.3", report.Minor, "v1.3.0"},
		{"v1.2.3", report.Major, "v2.0.0"},
		{"v0.2.3", report.Major, "v0.3.0"},
		{"v1.2.3-rc.1", report.Major, "v1.2.3"},
		{"v1.2.3", report.NoBump, ""},
		{"v1.2", report.Minor, ""},
		{"main", report.Minor, ""},
	} {
		require.Equal(t, test.want, nextVersion(test.since, test.bump), test.since)
	}
}
