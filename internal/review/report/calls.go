package report

import (
	"fmt"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// This file declares what a report knows about recorded calls. Package used finds it out.

// Calls are recorded calls of a service. With them, a report has only the findings that concern
// them; Unused has the others.
type Calls struct {
	Recordings []string `json:"recordings"` // the files
	Calls      int      `json:"calls"`
	Operations int      `json:"operations"`        // the number of called operations
	Unknown    []string `json:"unknown,omitempty"` // called operations that no catalog has

	unused string // the number of findings that concern none of the calls, in words
}

// Use describes the recorded calls that a finding concerns.
type Use struct {
	Operations []string `json:"operations"`
	Calls      int      `json:"calls"`              // of these operations
	Sent       int      `json:"sent,omitempty"`     // values of the field in their requests
	Received   int      `json:"received,omitempty"` // and in the responses
	Lengths    *Lengths `json:"lengths,omitempty"`  // of the values, if the finding is about their length
}

// Lengths is the range of the recorded lengths of strings, in characters. Recordings have ranges
// up to the next power of two.
type Lengths struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// String describes the use: "12 of claims.get_claim; the field was sent 3 times".
func (u Use) String() string {
	text := fmt.Sprintf("%d of %s", u.Calls, JoinFirst(u.Operations, shownUses, ", "))
	var values []string
	if u.Sent > 0 {
		values = append(values, "sent "+wording.Count(u.Sent, "time"))
	}
	if u.Received > 0 {
		values = append(values, "received "+wording.Count(u.Received, "time"))
	}
	if values != nil {
		text += "; the field was " + strings.Join(values, " and ")
	}
	if u.Lengths != nil {
		text += ", with " + u.Lengths.String()
	}
	return text
}

// String describes the range: "2 to 3 characters".
func (l *Lengths) String() string {
	longest := wording.Count(l.Most, "character")
	if l.Least == l.Most {
		return longest
	}
	return fmt.Sprintf("%d to %s", l.Least, longest)
}
