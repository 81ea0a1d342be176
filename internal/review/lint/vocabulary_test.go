package lint

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The words of a name are measured on labeled names of many kinds of services.
// Precision is the share of findings that are right, recall the share of labeled names
// that are found. The floors are slightly below the current figures: raise them with the
// tables, and never lower them by removing names.
func TestVocabularyFindsPersonalNames(t *testing.T) {
	for _, c := range []struct {
		file, label       string
		precision, recall float64
		found             func(t *testing.T, names []string) map[string]bool
	}{
		{"fields.txt", "personal", 0.98, 0.98, foundPersonal},
		{"fields_unseen.txt", "personal", 0.93, 0.77, foundPersonal},
		{"operations.txt", "writing", 0.98, 0.97, foundBy(writeNameReadEffect, "read")},
		{"operations_unseen.txt", "writing", 0.95, 0.34, foundBy(writeNameReadEffect, "read")},
		{"operations.txt", "reading", 0.98, 0.87, foundBy(readNameWriteEffect, "write")},
		{"operations_unseen.txt", "reading", 0.95, 0.95, foundBy(readNameWriteEffect, "write")},
	} {
		t.Run(c.file+"/"+c.label, func(t *testing.T) {
			labels := labeled(t, c.file)
			var names, missed, wrong []string
			for name := range labels {
				names = append(names, name)
			}
			slices.Sort(names)
			found := c.found(t, names)
			right := 0
			for _, name := range names {
				switch is := labels[name] == c.label; {
				case is && found[name]:
					right++
				case is:
					missed = append(missed, name)
				case found[name]:
					wrong = append(wrong, name)
				}
			}
			precision, recall := float64(right)/float64(len(found)), float64(right)/float64(right+len(missed))
			t.Logf("%s: %d of %d names, precision %.1f%%, recall %.1f%%\nmissed: %s\nwrong: %s", c.label, right+len(missed), len(names),
				100*precision, 100*recall, strings.Join(missed, " "), strings.Join(wrong, " "))
			require.GreaterOrEqual(t, precision, c.precision)
			require.GreaterOrEqual(t, recall, c.recall)
		})
	}
}

// labeled reads a list of names: label, kind of service, colon, names.
func labeled(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile("testdata/names/" + file)
	require.NoError(t, err)
	labels := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if head, names, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			label, _, _ := strings.Cut(head, " ")
			for _, name := range strings.Fields(names) {
				require.Empty(t, labels[name], "%q is there twice", name)
				labels[name] = label
			}
		}
	}
	return labels
}

// foundPersonal returns the names that likely-sensitive finds, each as a string field.
func foundPersonal(t *testing.T, names []string) map[string]bool {
	text := sized
	for i, name := range names {
		text += fmt.Sprintf("      op_%d: {fields: {%s: string}}\n", i, name)
	}
	return lastOf(t, text, likelySensitive)
}

// foundBy returns the names of operations with an effect that a rule finds.
func foundBy(rule *Rule, effect string) func(t *testing.T, names []string) map[string]bool {
	return func(t *testing.T, names []string) map[string]bool {
		text := sized
		for i, name := range names {
			if i > 0 { // areas of their own, since two names may be one in Go
				text += fmt.Sprintf("  things%d:\n    operations:\n", i)
			}
			text += fmt.Sprintf("      %s: {effect: %s}\n", name, effect)
		}
		return lastOf(t, text, rule)
	}
}

// lastOf returns the last parts of the paths at which a rule finds something.
func lastOf(t *testing.T, text string, rule *Rule) map[string]bool {
	found, _ := run(t, "names.yaml", []byte(text))
	last := map[string]bool{}
	for _, f := range found {
		if f.Rule == rule.ID {
			last[f.Path[strings.LastIndexByte(f.Path, '.')+1:]] = true
		}
	}
	return last
}
