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

// Summary returns a table with one line for each kind and reference of its targets: the ratios
// of all cases and their targets, and how many are met.
func Summary(r *compare.Result) string {
	rows := [][]string{{"", peer.Self + " as a ratio", "targets met"}}
	for _, k := range kinds {
		for of, group := range byReference(verdicts(k, r.Set)) {
			rows = append(rows, summaryRow(k, of, group))
		}
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

// summaryRow returns the line of some targets with the same reference.
func summaryRow(k kind, of string, group []verdict) []string {
	met := 0
	var ratios []string
	for i, v := range group {
		if v.met() {
			met++
		}
		ratio := fmt.Sprintf("%.2f", v.ratio)
		isLast := i == len(group)-1
		if isLast || group[i+1].to.most != v.to.most {
			ratio += fmt.Sprintf(" (≤ %v)", v.to.most)
		}
		ratios = append(ratios, ratio)
	}
	return []string{
		k.title,
		"of " + of + ": " + strings.Join(ratios, " / "),
		fmt.Sprintf("%d of %d", met, len(group)),
	}
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
