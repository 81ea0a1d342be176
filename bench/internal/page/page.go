package page

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"example.com/opgen/bench/internal/compare"
	"example.com/opgen/bench/internal/peer"
	"example.com/opgen/bench/subject"
)

//go:embed performance.md.tmpl
var text string

// Markdown prints the whole page.
func Markdown(r *compare.Result, command string) (string, error) {
	t, err := template.New("performance.md").Funcs(template.FuncMap{
		"table": func(id string) (string, error) {
			for _, k := range kinds {
				if k.id == id {
					return strings.TrimRight("### "+k.title+"\n\n"+table(k, r.Set), "\n"), nil
				}
			}
			return "", fmt.Errorf("nothing is measured as %q", id)
		},
	}).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, map[string]any{
		"Result": r, "Command": command, "Peers": peer.All, "Refused": refused(r), "Missed": missed(r), "Summary": Summary(r),
	})
	return b.String(), err
}

// Summary prints one line for each kind that has a target: the ratios of all cases,
// and how many of its targets are met.
func Summary(r *compare.Result) string {
	rows := [][]string{{"", "what " + self + " takes, as a ratio", "targets met"}}
	for _, k := range kinds {
		held := verdicts(k, r.Set)
		if len(held) == 0 {
			continue
		}
		met := 0
		var said []string
		for i, v := range held {
			if v.met() {
				met++
			}
			if i > 0 && held[i-1].to.of == v.to.of {
				said[len(said)-1] += " / " + v.amount()
			} else {
				said = append(said, v.than()+": "+v.amount())
			}
		}
		rows = append(rows, []string{k.title, strings.Join(said, "; "), fmt.Sprintf("%d of %d", met, len(held))})
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

// missed lists the targets that are missed, with the reason.
func missed(r *compare.Result) string {
	var b strings.Builder
	for _, k := range kinds {
		for _, v := range verdicts(k, r.Set) {
			if !v.met() {
				fmt.Fprintf(&b, "- %s, %s: %s %s, at most %v was to be reached. %s\n", k.title, v.in, v.amount(), v.than(), v.to.most, reason(k.id, v.in))
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// reason is what the profile shows of a figure that is missed.
func reason(kind, in string) string {
	if text, ok := reasons[kind+" "+in]; ok {
		return text
	}
	return reasons[kind]
}

// refused prints what the servers refuse.
func refused(r *compare.Result) string {
	var names []string
	for _, name := range subjects() {
		if r.Refused[name] != nil {
			names = append(names, name)
		}
	}
	rows := [][]string{append([]string{""}, names...)}
	for i, body := range subject.Refused {
		row := []string{body.Name}
		for _, name := range names {
			word := "taken"
			if r.Refused[name][i] {
				word = "refused"
			}
			row = append(row, word)
		}
		rows = append(rows, row)
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

var extract = regexp.MustCompile(`(?s)(<!-- speed -->\n).*?(<!-- /speed -->)`)

// Insert puts the summary between the marks that a text has for it.
func Insert(text, summary string) (string, error) {
	if !extract.MatchString(text) {
		return "", fmt.Errorf("there is no place between <!-- speed --> and <!-- /speed -->")
	}
	return extract.ReplaceAllStringFunc(text, func(s string) string {
		m := extract.FindStringSubmatch(s)
		return m[1] + summary + "\n" + m[2]
	}), nil
}
