package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
)

// This file declares findings and what identifies them. A finding knows nothing of the report that
// it is in, so that packages which find something need no report.

// Finding is a change or a likely mistake. The tags are those of [JSON].
type Finding struct {
	Rule     string           `json:"rule"`               // id
	Aspect   string           `json:"key,omitempty"`      // which subject of the rule, such as the key of a constraint; called key in settings
	Level    Level            `json:"level"`              //
	Target   string           `json:"target,omitempty"`   // of the settings whose catalog it is in, if there are several
	Path     string           `json:"path"`               // in the catalog: "claims.get_claim.claim_id"
	Pos      Place            `json:"place"`              // where it is
	Near     catalog.Position `json:"near,omitzero"`      // the nearest place in the new catalog if Pos is in the old one
	Message  string           `json:"message"`            // one sentence
	Verdicts *Verdicts        `json:"verdicts,omitempty"` // who is affected, nil unless catalogs are compared
	Bumps    *Bumps           `json:"bump,omitempty"`     // what it raises, nil unless catalogs are compared
	Topic    Topic            `json:"-"`                  // what it is in a changelog
	Go       []string         `json:"go,omitempty"`       // Go identifiers that move
	Areas    []string         `json:"areas,omitempty"`    // whose operations are or use what changed, nil if none or all are
	Uses     []string         `json:"uses,omitempty"`     // operations that use a shared record or enum
	Used     *Use             `json:"used,omitempty"`     // which recorded calls it concerns, or nil
	Example  *Example         `json:"example,omitempty"`  // that no longer works, or nil
	Next     string           `json:"next,omitempty"`     // what to do about it
	Reason   string           `json:"reason,omitempty"`   // why it is accepted
	Key      string           `json:"-"`                  // distinguishes it from other findings of its rule at its path
}

// Place is a position in a catalog.
type Place struct {
	catalog.Position
	Base bool `json:"base"` // in the old catalog
}

// Example is a body or a line of Go that worked before a change and does not work now.
type Example struct {
	Kind    string `json:"kind"`              // "request" or "response" for a JSON body, "client" or "server" for Go
	Given   string `json:"given"`             // the body or the Go that worked
	Outcome string `json:"outcome"`           // what happens to it now, in a sentence
	Instead string `json:"instead,omitempty"` // what works now, if anything does
}

// Language returns the language of the example for Markdown.
func (e Example) Language() string {
	if e.Kind == "client" || e.Kind == "server" {
		return "go"
	}
	return "json"
}

// longestRun is the maximum number of equal characters that are printed in a row.
const longestRun = 40

// Readable returns the example for readers, with long runs of one character shortened.
func (e Example) Readable() Example {
	e.Given = shortRuns(e.Given)
	e.Outcome = shortRuns(e.Outcome)
	e.Instead = shortRuns(e.Instead)
	return e
}

// shortRuns shortens runs of a character: a text that breaks a max_length of 500 is read at a
// glance.
func shortRuns(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i := 0; i < len(runes); {
		n := 1
		for i+n < len(runes) && runes[i+n] == runes[i] {
			n++
		}
		b.WriteString(strings.Repeat(string(runes[i]), min(n, longestRun)))
		if n > longestRun {
			fmt.Fprintf(&b, "... (%d times %c)", n, runes[i])
		}
		i += n
	}
	return b.String()
}

// Fingerprint identifies a finding across runs. It does not depend on the place, so that an edit
// above a finding does not make it a new one for services that track findings.
func (f Finding) Fingerprint() string {
	parts := []string{f.Rule, f.Path, f.Key}
	if f.Target != "" {
		parts = append(parts, f.Target)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// A change id has this many digits of the change itself, and some that check it.
const (
	changeDigits = 9
	checkDigits  = 3
)

// ChangeID identifies what a finding shows, so that an acceptance covers this and nothing else: the
// element, its old and its new value, and who is affected, by use and by Go name. Another value, a
// worse verdict or a further use is another change. It does not depend on the target, on
// lines, or on the wording of messages.
func (f Finding) ChangeID() string {
	verdicts := ""
	if f.Verdicts != nil {
		verdicts = f.Verdicts.String()
	}
	parts := []string{f.Rule, f.Aspect, f.Path, f.Key, verdicts}
	for _, list := range [][]string{f.Uses, f.Go} {
		parts = append(parts, strings.Join(list, "\x01"))
	}
	digits := hexOf(changeDigits, parts...)
	return digits + checkOf(f.Rule, f.Path, digits)
}

// IsChangeID reports whether a text can be the id of a change that a rule found at a path. So
// an id that was mistyped, or copied beside another path, is known as such wherever it is read.
func IsChangeID(rule, path, text string) bool {
	if len(text) != changeDigits+checkDigits {
		return false
	}
	digits, check := text[:changeDigits], text[changeDigits:]
	return check == checkOf(rule, path, digits)
}

// checkOf returns the digits that tell a mistyped id from one of another change.
func checkOf(rule, path, digits string) string { return hexOf(checkDigits, rule, path, digits) }

// hexOf returns the first digits of a hash of texts.
func hexOf(digits int, texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:])[:digits]
}
