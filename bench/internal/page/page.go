package page

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"

	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/bench/subject"
)

//go:embed performance.md.tmpl
var text string

// Markdown returns the whole page.
func Markdown(r *compare.Result, command string) (string, error) {
	t, err := template.New("performance.md").Funcs(template.FuncMap{
		"table": func(id string) (string, error) {
			for _, k := range kinds {
				if k.id == id {
					return strings.TrimRight("### "+k.title+"\n\n"+table(k, r.Set), "\n"), nil
				}
			}
			return "", fmt.Errorf("unknown kind of measurement %q", id)
		},
	}).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Result": r, "Command": command, "Peers": peer.All, "Refused": refused(r), "Summary": Summary(r),
	})
	return b.String(), err
}

// Summary returns a table with one line for each kind that has a target: the ratios
// of all cases and their targets, and how many are met.
func Summary(r *compare.Result) string {
	rows := [][]string{{"", self + " as a ratio", "targets met"}}
	for _, k := range kinds {
		held := verdicts(k, r.Set)
		if len(held) == 0 {
			continue
		}
		met := 0
		var ratios []string
		for i, v := range held {
			if v.met() {
				met++
			}
			ratio := fmt.Sprintf("%.2f", v.ratio)
			if i == len(held)-1 || held[i+1].to.most != v.to.most {
				ratio += fmt.Sprintf(" (≤ %v)", v.to.most)
			}
			ratios = append(ratios, ratio)
		}
		of := "of " + held[0].to.of.name + ": " + strings.Join(ratios, " / ")
		rows = append(rows, []string{k.title, of, fmt.Sprintf("%d of %d", met, len(held))})
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

// refused returns a table of invalid bodies and the servers that accept them.
func refused(r *compare.Result) string {
	rows := [][]string{{"", "accepted by"}}
	for i, body := range subject.Refused {
		var by []string
		for _, name := range subjects() {
			if r.Refused[name] != nil && !r.Refused[name][i] {
				by = append(by, name)
			}
		}
		rows = append(rows, []string{body.Name, strings.Join(by, ", ")})
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}
