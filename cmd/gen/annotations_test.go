package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// annotation matches a workflow command of GitHub. Characters that end its parts are escaped.
var annotation = regexp.MustCompile(`^::(error|warning|notice) file=[^,:\x00-\x1f]+(,line=\d+,col=\d+)?(,title=[a-z-]+)?::[^\x00-\x1f]+$`)

// Each finding is exactly one annotation and one result of SARIF, for any texts in a catalog
// and any name of its file.
func TestNoTextForgesAnAnnotation(t *testing.T) {
	long.SkipUnlessFull(t, "thousands of commands are run")
	write := injector(t)
	harmless, annotations := write("harmless.yaml", "", "x"), 0
	for i, slot := range append([]string{""}, random.Slots...) {
		for j, text := range random.Hostile {
			if slot != "" && (i+j)%15 != 0 {
				continue
			}
			spec := write("a,b::error file=x%0A\n::warning::c.yaml", slot, text)
			for _, args := range [][]string{{"lint", "--spec", spec}, {"diff", harmless, spec}, {"diff", spec, harmless}} {
				printed := func(format string) []byte {
					var out bytes.Buffer
					if run(append(args, "--format", format), &out, new(bytes.Buffer)) > 1 {
						return nil // the catalog is refused
					}
					return out.Bytes()
				}
				listed := printed("json")
				if listed == nil {
					continue
				}
				var report struct {
					Findings []struct{ Message string }
					Notices  []string
				}
				require.NoError(t, json.Unmarshal(listed, &report))
				var sarif struct {
					Runs []struct {
						Results []struct{ Message struct{ Text string } }
					}
				}
				require.NoError(t, json.Unmarshal(printed("sarif"), &sarif))
				require.Len(t, sarif.Runs[0].Results, len(report.Findings))
				for _, r := range sarif.Runs[0].Results {
					require.NotRegexp(t, `\[[^\]]*\]\(`, r.Message.Text, "%q in %q is a link", text, slot)
				}
				lines := 0
				for line := range strings.Lines(string(printed("github"))) {
					lines++
					line = strings.TrimSuffix(line, "\n")
					require.Regexp(t, annotation, line, "%q in %q: %s", text, slot, args)
					require.NotRegexp(t, `%([^023]|2[^5C]|0[^AD]|3[^A])`, line, "%q in %q: %s", text, slot, args)
				}
				require.Equal(t, len(report.Findings)+len(report.Notices), lines, "%q in %q: %s", text, slot, args)
				annotations += lines
			}
		}
	}
	require.Greater(t, annotations, 500)
}
