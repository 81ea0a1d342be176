package diff

import "strings"

// Loudness is the level of the case: that of the law, or the one that departs
// from it.
func (c Case) Loudness() Level { return c.level() }

// Example is a change that the rule finds, as lines that go and lines that come.
func (r *Rule) Example() string {
	var b strings.Builder
	for _, lines := range []struct{ mark, text string }{{"-", r.Before}, {"+", r.After}} {
		for line := range strings.Lines(lines.text) {
			b.WriteString(lines.mark + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	return b.String()
}
