package catalog

import (
	"regexp"
	"sync"
)

// Format is the format of a string. Most are checked in requests, and none in
// responses.
type Format string

// The formats. Email and URI are documentation: nothing checks them.
const (
	FormatDate     Format = "date"
	FormatDateTime Format = "date-time"
	FormatTime     Format = "time"
	FormatUUID     Format = "uuid"
	FormatDecimal  Format = "decimal"
	FormatByte     Format = "byte"
	FormatEmail    Format = "email"
	FormatURI      Format = "uri"
)

// The parts of the expressions below.
const (
	calendar = `(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))` +
		`|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`
	hours    = `(?:[01][0-9]|2[0-3])`
	fraction = `(?:\.[0-9]+)?`
	clock    = hours + `:[0-5][0-9]:[0-5][0-9]` + fraction + `(?:[Zz]|[+-]` + hours + `:[0-5][0-9])`
	leap     = `23:59:60` + fraction + `(?:[Zz]|[+-]00:00)`
)

// formats says of each format that is checked what it is called, an example, and a
// RE2 expression for exactly the texts of the format.
var formats = map[Format]struct{ noun, example, expr string }{
	FormatDate:     {"date", "2006-01-31", calendar},
	FormatDateTime: {"date and time of RFC 3339", "2006-01-31T15:04:05Z", calendar + `[Tt]` + clock + `|[0-9]{4}-(?:06-30|12-31)[Tt]` + leap},
	FormatTime:     {"time of RFC 3339", "15:04:05Z", clock + `|` + leap},
	FormatUUID:     {"UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`},
	FormatDecimal:  {"decimal number", "-12.50", `-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?`},
	FormatByte: {"text in Base64", "c29tZQ==",
		`(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/][AQgw]==|[0-9A-Za-z+/]{2}[AEIMQUYcgkosw048]=)?`},
}

// formatNames are the formats in the order of documents.
var formatNames = []string{
	string(FormatDate), string(FormatDateTime), string(FormatTime), string(FormatUUID), string(FormatDecimal), string(FormatByte),
	string(FormatEmail), string(FormatURI),
}

// Checked returns the format if requests are checked for it, and otherwise "".
func (f Format) Checked() Format {
	if _, ok := formats[f]; ok {
		return f
	}
	return ""
}

// Pattern returns a RE2 expression for exactly the texts of the format, "" if it is
// not checked.
func (f Format) Pattern() string {
	if of, ok := formats[f]; ok {
		return `^(?:` + of.expr + `)$`
	}
	return ""
}

// Example returns a text of the format, "" if it is not checked.
func (f Format) Example() string { return formats[f].example }

// Holds reports whether a text is of the format, or the format is not checked.
func (f Format) Holds(text string) bool {
	if f.Checked() == "" {
		return true
	}
	return compiledFormats()[f].MatchString(text)
}

var compiledFormats = sync.OnceValue(func() map[Format]*regexp.Regexp {
	all := map[Format]*regexp.Regexp{}
	for f := range formats {
		all[f] = regexp.MustCompile(f.Pattern())
	}
	return all
})

// Words says in a sentence what a text of the format is.
func (f Format) Words() string {
	switch f {
	case "":
		return ""
	case FormatEmail:
		return "An e-mail address."
	case FormatURI:
		return "A URI."
	}
	of := formats[f]
	return "A " + of.noun + ", such as " + of.example + "."
}
