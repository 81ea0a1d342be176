// Package settings reads opgen.yaml, which has the catalogs and output folders of a repository,
// and decisions about findings of gen diff, gen lint and gen verify.
// docs/settings.md describes the file.
package settings

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/live/credentials"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// Name is the name of the settings file.
const Name = "opgen.yaml"

// Settings are the settings of a repository. The zero value is empty.
type Settings struct {
	Targets []Target // in the order of the file
	Notice  Period   // between the announcement of a sunset and the sunset
	Levels  []Level
	Accept  []Acceptance

	hints []string // suggested changes of the file
}

// Target is a catalog with its overlays, and the folder of the code that is generated from
// them. Paths have slashes and are relative to the file.
type Target struct {
	Name     string
	Catalog  string
	Overlays []string
	Out      string
	URL      string           // of the service that gen call calls, "" for none
	Place    yamldoc.Position // of the folder, or of the name if it is the usual one
}

// Period is a period in months or days. The zero value is none.
type Period struct{ Months, Days int }

// After returns the end of a period that begins on a day. One month after the last day of
// January is the last day of February.
func (p Period) After(day time.Time) time.Time {
	month := day.AddDate(0, p.Months, 0)
	if month.Day() != day.Day() {
		month = month.AddDate(0, 0, -month.Day())
	}
	return month.AddDate(0, 0, p.Days)
}

// Decision selects findings of a rule.
type Decision struct {
	Rule   string
	Key    string // of the rule, such as a constraint; "" is every key
	Target string // "" is every target of a level, and the only one of an acceptance
	Path   string // a pattern of [path.Match]; "" is every path
}

// Level is another level for the findings of a rule.
type Level struct {
	Decision
	Level report.Level
}

// Acceptance accepts findings for some time: those of a path, whatever changes there, or the
// changes that it lists and no others.
type Acceptance struct {
	Decision
	Changes []Change // nil if it has a path
	Reason  string
	Until   string           // the last day, YYYY-MM-DD
	Pos     yamldoc.Position // of the entry
}

// Change is one change that a report has shown. The id is [report.Finding.ChangeID].
type Change struct{ Path, ID string }

// The ids of problems that only settings have.
const (
	UnknownRule  yamldoc.ID = "unknown-rule"  // no rule has this id
	BadURL       yamldoc.ID = "bad-url"       // not the base URL of a service, or with a credential
	BadPath      yamldoc.ID = "bad-path"      // a path is outside of the module or not a pattern, or a pattern is not allowed
	BadChange    yamldoc.ID = "bad-change"    // a change is not a path with its id, or an acceptance has both a path and changes
	BadDate      yamldoc.ID = "bad-date"      // a date is not written YYYY-MM-DD
	BadPeriod    yamldoc.ID = "bad-period"    // a period is not written as 90 days or 6 months
	SharedFolder yamldoc.ID = "shared-folder" // two targets have the same output folder
)

// format describes the file in errors.
var format = yamldoc.Format{Name: "settings file", Article: "a", Kind: "file", Version: "settings"}

// The keys that several maps of the grammar have, and the words of a level.
var (
	requiredText = yamldoc.Key{Value: yamldoc.TextValue, Needed: true, Filled: true}
	filledText   = yamldoc.Key{Value: yamldoc.TextValue, Filled: true}
	levels       = []string{
		string(report.Error), string(report.Warning), string(report.Info), string(report.None),
	}
)

// grammar has the keys of the file.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"settings": {Value: yamldoc.ScalarValue, Needed: true},
		"targets":  {Value: yamldoc.NamedValue, Of: "target", Filled: true},
		"notice":   {Value: yamldoc.ScalarValue},
		"levels":   {Value: yamldoc.ListValue, Of: "level"},
		"accept":   {Value: yamldoc.ListValue, Of: "acceptance"},
	},
	"target": {
		"catalog":  requiredText,
		"overlays": {Value: yamldoc.TextsValue},
		"url":      {Value: yamldoc.TextValue},
		"out":      filledText,
	},
	"level": {
		"rule":   requiredText,
		"key":    filledText,
		"target": filledText,
		"path":   {Value: yamldoc.TextValue},
		"reason": requiredText,
		"level":  {Value: yamldoc.TextValue, Words: levels, Needed: true, Filled: true},
	},
	"acceptance": {
		"rule":    requiredText,
		"key":     filledText,
		"target":  filledText,
		"reason":  requiredText,
		"path":    {Value: yamldoc.TextValue, Filled: true, Blank: true},
		"changes": {Value: yamldoc.TextsValue, Filled: true, Check: changeCheck},
		"until":   {Value: yamldoc.ScalarValue, Needed: true},
	},
}, map[string]yamldoc.Named{
	"target": {Subject: yamldoc.Starts, Expected: `a map with the key "catalog"`},
})

// Keys returns the keys of the maps of a settings file, by the kind of map.
func Keys() map[string][]string { return grammar.All() }

// Parse reads a settings file. A decision names one of the rules, or a former id of one. The error is
// [yamldoc.Problems] with all mistakes. Then there are no settings, so that nothing is decided
// by the half of a file.
func Parse(name string, text []byte, rules []report.Rule) (*Settings, error) {
	c := yamldoc.NewChecker(grammar)
	r := reader{Checker: c, rules: rules}
	s := &Settings{}
	source := yamldoc.Source{Name: name, Text: text}
	err := c.Read(source, format, func(root *yamldoc.Object) { s = r.read(root) })
	if err != nil {
		return nil, err
	}
	return s, nil
}

// reader reads a file whose keys have been checked.
type reader struct {
	*yamldoc.Checker
	rules    []report.Rule
	patterns int // so far
}

// maxPatterns is the largest number of paths that are patterns.
const maxPatterns = 1000

// read reads the targets first, since decisions may name them.
func (r *reader) read(root *yamldoc.Object) *Settings {
	s := &Settings{}
	folders := map[string]*yamldoc.Node{}
	for _, o := range root.Objects("targets") {
		s.Targets = append(s.Targets, r.target(o, folders))
	}
	if n := root.Value("notice"); n != nil {
		s.Notice = r.period(n, root.Scope)
	}
	for _, o := range root.Objects("levels") {
		for _, d := range r.decisions(o, s) {
			s.Levels = append(s.Levels, Level{d, report.Level(o.Text("level"))})
		}
	}
	for _, o := range root.Objects("accept") {
		s.Accept = append(s.Accept, r.acceptances(o, s)...)
	}
	return s
}

// acceptances reads an acceptance. A former id of a rule may stand for several.
func (r *reader) acceptances(o *yamldoc.Object, s *Settings) []Acceptance {
	if n := o.Value("until"); n != nil {
		if _, err := time.Parse(time.DateOnly, n.Text); err != nil {
			r.Report(BadDate, n, o.Scope, "%s is not a date YYYY-MM-DD; every acceptance ends",
				wording.Quote(n.Text))
		}
	}
	switch {
	case !o.Has("path") && !o.Has("changes"):
		r.Report(yamldoc.MissingKey, o.Node, o.Scope,
			`key "changes" is missing; copy it from the report, or add "path"`)
	case o.Has("path") && o.Has("changes"):
		r.Report(BadChange, cmp.Or(o.Value("path"), o.Node), o.Scope,
			`"changes" has the paths already; remove "path"`)
	}
	decisions := r.decisions(o, s)
	changes := r.changes(o, decisions)
	var acceptances []Acceptance
	for _, d := range decisions {
		acceptances = append(acceptances, Acceptance{d, changes, o.Text("reason"), o.Text("until"), o.Node.Pos()})
	}
	return acceptances
}

// changes reads the changes of an acceptance. Each id must be one that a report can have shown for
// the rule and the path.
func (r *reader) changes(o *yamldoc.Object, decisions []Decision) []Change {
	rules := []string{o.Text("rule")} // which may be a former id
	isKnown := false
	for _, d := range decisions {
		rules = append(rules, d.Rule)
		isKnown = isKnown || slices.Contains(r.ruleIDs(), d.Rule)
	}
	var changes []Change
	for _, n := range o.Items("changes") {
		change, ok := parseChange(n.Text)
		if !ok {
			continue // the grammar has reported it
		}
		isShown := slices.ContainsFunc(rules, func(rule string) bool {
			return report.IsChangeID(rule, change.Path, change.ID)
		})
		if isKnown && !isShown {
			const format = "no report of gen diff shows %s for the rule %s; copy the line from one"
			r.Report(BadChange, n, o.Scope, format, wording.Quote(n.Text), o.Text("rule"))
		}
		changes = append(changes, change)
	}
	return changes
}

// changeCheck reports an entry of changes that was not copied from a report.
var changeCheck = yamldoc.Check{ID: BadChange, Wrong: wrongChange}

// changeForm matches a change: the path of a finding, and the id of what changed there.
var changeForm = regexp.MustCompile(`(?s)^(.+) ([0-9a-f]{12})$`)

// parseChange splits a change into its path and its id.
func parseChange(text string) (c Change, ok bool) {
	m := changeForm.FindStringSubmatch(text)
	if m == nil {
		return Change{}, false
	}
	return Change{Path: m[1], ID: m[2]}, true
}

// wrongChange says what is wrong with a change, "" for nothing.
func wrongChange(text string) string {
	if _, ok := parseChange(text); ok {
		return ""
	}
	return "is not a change, which is a path and twelve hex digits; " +
		"copy it from the report of gen diff"
}

// periods matches a period.
var periods = regexp.MustCompile(`^([1-9]\d{0,3}) (day|month)s?$`)

// period reads a notice period.
func (r *reader) period(n *yamldoc.Node, scope yamldoc.Scope) Period {
	m := periods.FindStringSubmatch(n.Text)
	if m == nil {
		r.Report(BadPeriod, n, scope, "%s is not a period; write it as 90 days or 6 months",
			wording.Quote(n.Text))
		return Period{}
	}
	count, _ := strconv.Atoi(m[1])
	if m[2] == "day" {
		return Period{Days: count}
	}
	return Period{Months: count}
}

// target reads a target. Folders are the output folders of earlier targets.
func (r *reader) target(o *yamldoc.Object, folders map[string]*yamldoc.Node) Target {
	t := Target{
		Name:    o.Key.Text,
		Catalog: o.Text("catalog"),
		Out:     path.Clean(cmp.Or(o.Text("out"), "gen")),
	}
	place := cmp.Or(o.Value("out"), o.Key)
	t.Place = place.Pos()
	for _, n := range append([]*yamldoc.Node{o.Value("catalog")}, o.Items("overlays")...) {
		if n != nil && path.IsAbs(filepath.ToSlash(n.Text)) {
			r.Report(BadPath, n, o.Scope, "%s is an absolute path; write it relative to this file",
				wording.Quote(n.Text))
		}
	}
	for _, n := range o.Items("overlays") {
		t.Overlays = append(t.Overlays, n.Text)
	}
	if !filepath.IsLocal(filepath.FromSlash(t.Out)) || t.Out == "." {
		r.Report(BadPath, place, o.Scope, "%s is not below the folder of this file; "+
			"choose a folder for generated code", wording.Quote(t.Out))
	}
	if first := folders[t.Out]; first != nil {
		r.Report(SharedFolder, place, o.Scope, "another target already has the folder %s; "+
			"choose another one with out", wording.Quote(t.Out)).And(first, "the other one")
	}
	folders[t.Out] = place
	if n := o.Value("url"); n != nil {
		t.URL = n.Text
		const remedy = "put it into " + credentials.Variable + ", because this file is committed"
		if _, err := credentials.ServiceURL("the URL", n.Text, remedy); err != nil {
			r.Report(BadURL, n, o.Scope, "%v", err).HideSnippet()
		}
	}
	return t
}

// targetName returns the target that a decision names, which must be a target of the settings.
func (r *reader) targetName(o *yamldoc.Object, s *Settings) string {
	name := o.Text("target")
	node := o.Value("target")
	var names []string
	for _, t := range s.Targets {
		names = append(names, t.Name)
	}
	if node != nil && !slices.Contains(names, name) {
		r.Report(yamldoc.UnknownValue, node, o.Scope, "there is no target %s%s", wording.Quote(name),
			r.OneOf(name, func() []string { return names }))
	}
	return name
}

// ruleIDs returns the ids of the rules that decisions can be about.
func (r *reader) ruleIDs() []string {
	var ids []string
	for _, rule := range r.rules {
		ids = append(ids, rule.ID)
	}
	return ids
}

// decisions checks the common keys of decisions, and returns a decision for each rule.
func (r *reader) decisions(o *yamldoc.Object, s *Settings) []Decision {
	d := Decision{
		Rule:   o.Text("rule"),
		Key:    o.Text("key"),
		Target: r.targetName(o, s),
		Path:   o.Text("path"),
	}
	rule := r.rule(d.Rule)
	successor := r.successor(d)
	r.checkPath(o, rule, d.Path)
	var decisions []Decision
	if successor != nil {
		decisions = append(decisions, *successor)
	}
	switch {
	case rule != nil:
		return append(decisions, d)
	case successor != nil:
		hint := fmt.Sprintf("rule %s no longer exists; write %s", d.Rule, successor.words())
		s.hints = append(s.hints, hint)
		return decisions
	}
	if node := o.Value("rule"); node != nil {
		r.Report(UnknownRule, node, o.Scope, "there is no rule %s%s", wording.Quote(d.Rule),
			cmp.Or(r.DidYouMean(d.Rule, r.ruleIDs), "; --rules of gen diff, gen lint and gen verify lists them"))
	}
	return append(decisions, d)
}

// rule returns the rule with an id, nil if there is none.
func (r *reader) rule(id string) *report.Rule {
	for i := range r.rules {
		if r.rules[i].ID == id {
			return &r.rules[i]
		}
	}
	return nil
}

// successor returns the decision about the rule that replaced the rule of a decision, nil if none
// did. A rule of gen lint may have the former id of a rule of gen diff.
func (r *reader) successor(d Decision) *Decision {
	for _, rule := range r.rules {
		if key, ok := rule.Formerly[d.Rule]; ok {
			return &Decision{rule.ID, key, d.Target, d.Path}
		}
	}
	return nil
}

// words writes the keys of a decision that select the rule, as in the file.
func (d Decision) words() string {
	if d.Key == "" {
		return "rule: " + d.Rule
	}
	return "rule: " + d.Rule + ", key: " + d.Key
}

// checkPath checks the path of a decision about a rule, which is nil if it is unknown.
func (r *reader) checkPath(o *yamldoc.Object, rule *report.Rule, pattern string) {
	place := cmp.Or(o.Value("path"), o.Node)
	if !o.Has("changes") && isPattern(pattern) {
		if rule != nil && rule.Security {
			r.Report(BadPath, place, o.Scope, "each finding of %s must be accepted on its own; "+
				"name one path, without patterns", rule.ID)
		}
		r.patterns++
		if r.patterns == maxPatterns+1 {
			const format = "more than %d patterns, which are all matched against every finding; " +
				"name the paths, or combine patterns"
			r.Report(yamldoc.TooManyNodes, place, o.Scope, format, maxPatterns)
		}
	}
	if _, err := path.Match(pattern, ""); err != nil {
		r.Report(BadPath, place, o.Scope, "%s is not a pattern", wording.Quote(pattern))
	}
}
