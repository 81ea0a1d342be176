package page

import (
	_ "embed"
	"errors"
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
			if i == len(held)-1 || held[i+1].to.of != v.to.of || held[i+1].to.most != v.to.most {
				said[len(said)-1] += fmt.Sprintf(" (≤ %v)", v.to.most)
			}
		}
		rows = append(rows, []string{k.title, strings.Join(said, "; "), fmt.Sprintf("%d of %d", met, len(held))})
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

// refused returns a table of the bodies that each server accepts or refuses.
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
			word := "accepted"
			if r.Refused[name][i] {
				word = "refused"
			}
			row = append(row, word)
		}
		rows = append(rows, row)
	}
	return strings.TrimRight(strings.ReplaceAll(markdown(rows), "--:", "---"), "\n")
}

// headlines are the kinds of [Headline], with the words around their ratios and what
// their cases are.
var headlines = []struct{ kind, before, after, cases string }{
	{"generate", "generating takes", "of the time", "operations"},
	{"lines", "the generated code has", "of the lines", "operations"},
	{"loopback", "a call over loopback takes", "of the time", "requests"},
}

// Headline returns one sentence with the ratios to the best of the other generators
// for three kinds.
func Headline(r *compare.Result) string {
	var said []string
	for _, h := range headlines {
		var amounts, cases []string
		for _, k := range kinds {
			if k.id != h.kind {
				continue
			}
			for _, v := range verdicts(k, r.Set) {
				if v.to.of == bestPeer {
					amounts, cases = append(amounts, v.amount()), append(cases, v.in)
				}
			}
		}
		if amounts != nil {
			said = append(said, fmt.Sprintf("%s %s %s (%s %s)", h.before, strings.Join(amounts, " / "), h.after, strings.Join(cases, " / "), h.cases))
		}
	}
	return "Compared with the best of the others, " + strings.Join(said, "; ") + "."
}

// Insert replaces the text between the marks <!-- speed --> and <!-- /speed -->.
func Insert(text, speed string) (string, error) {
	const begin, end = "<!-- speed -->\n", "<!-- /speed -->"
	before, rest, begun := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		return "", errors.New("the marks <!-- speed --> and <!-- /speed --> are missing")
	}
	return before + begin + speed + "\n" + end + after, nil
}
