package catalog

import (
	"go/token"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/httptoken"
)

// The grammar calls these checks for single texts, before anything is resolved. Each has a
// predicate and the sentence for a text that is refused. Other packages use the predicates, such as
// the importer, which makes names that a catalog can have.

// Limits of names in bytes. Areas and operations become folders and parts of a URL.
const (
	maxSegment = 100
	maxName    = 256
)

// Checks of texts in the grammar.
var (
	packageCheck = refuseUnless(BadPackage, CanBePackage,
		"cannot be a package: "+packageRule+"; choose another name")
	pathCheck   = refuseUnless(BadPath, CanBePath, pathRule)
	goNameCheck = refuseUnless(BadGoName, exported,
		"is not an exported identifier of Go; start it with a capital, then letters and digits")
	codesCheck = refuseUnless(BadName, codesName.MatchString,
		"is not the name of a table: letters, digits, _, - and .")
	initialismCheck = refuseUnless(BadGoName, isInitialism,
		"is not an initialism: two or more capital letters and digits; write it as in Go "+
			"names, such as DOB")
	dateCheck = refuseUnless(BadDate, isDate, "is not a date, YYYY-MM-DD")

	urlCheck    = refuseUnless(BadURL, isURL, "is not a URL; write https://host/path")
	serverCheck = refuseUnless(BadURL, isBase,
		"is not a base URL: http or https, a host, and perhaps a path without / at its end")
	tokensCheck = refuseUnless(BadAuth, isTokenPath,
		"is neither a path below the base URL nor a URL; write /oauth2/token")
	trueCheck = refuseUnless(BadAuth,
		func(text string) bool { return strings.EqualFold(text, "true") },
		"has no effect; delete it")
	scopeCheck = refuseUnless(BadAuth, isScope,
		"is not a scope: visible ASCII characters other than quotes and backslashes")

	credentialCheck = refuseUnless(BadAuth, carriesCredential,
		"cannot carry a credential; name a header field"+headerRule)
	keyHeaderCheck = refuseUnless(BadHeader, carriesKey,
		"cannot carry a key; name a header field such as Idempotency-Key,"+headerRule)

	statusCheck = refuseUnless(BadEnvelope, isFailureStatus,
		"is not a status of a failure, which is from 200 to 299 or from 400 to 599, but not "+
			"204 or 205, which have no body")
	pageSizeCheck = refuseUnless(PaginationField, func(size string) bool { return size != "0" },
		"makes pages empty; give 1 or more")

	patternCheck = yamldoc.Check{ID: BadPattern, Wrong: func(text string) string {
		if _, err := regexp.Compile(text); err != nil {
			return "is not an RE2 expression, " + err.Error() + "; correct it, or describe the values in words"
		}
		return ""
	}}
	templateCheck = yamldoc.Check{ID: BadPath, Wrong: func(path string) string {
		if !strings.Contains(path, "{operation}") {
			return "gives all operations the same path; it must contain {operation}"
		}
		return pathCheck.Wrong(path)
	}}
)

// Checks of names in the grammar. Renaming what is sent is not a remedy, because it would change the wire
// format.
var (
	memberCheck = refuseUnless(BadName, sendable,
		"cannot be the name of a member: it is empty, longer than 256 bytes or has control "+
			"characters; the format cannot express a service that has this name on the wire")
	segmentCheck = refuseUnless(BadName, isSegment,
		`cannot be a part of a path, which has up to 100 letters, digits, _ and -; choose `+
			`another name; if this one is sent, write it in the "path" of each operation`)
	typeCheck = refuseUnless(BadName, isTypeName,
		"has to be an exported type name of Go; start it with a capital, then up to 255 "+
			"letters and digits")
	valueCheck = refuseUnless(BadName, printable,
		"has control characters, which the format cannot express; leave it out and set open: true")
)

// refuseUnless returns a check that refuses other texts for a reason.
func refuseUnless(id ID, holds func(text string) bool, reason string) yamldoc.Check {
	return yamldoc.Check{ID: id, Wrong: func(text string) string { return textIf(!holds(text), reason) }}
}

var (
	codesName   = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
	segmentName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	packageName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

	initialism = regexp.MustCompile(`^\p{Lu}[\p{Lu}\p{Nd}]+$`)

	// Windows does not allow names of devices for folders, and Go does not in import paths.
	deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com[1-9]|lpt[1-9])$`)
)

func isSegment(name string) bool { return len(name) <= maxSegment && segmentName.MatchString(name) }

func isTypeName(name string) bool { return len(name) <= maxName && exported(name) }

func isInitialism(word string) bool {
	return len(word) <= maxSegment && initialism.MatchString(word)
}

func printable(name string) bool { return !strings.ContainsFunc(name, unicode.IsControl) }

// sendable reports whether the format can express a member with a name.
func sendable(name string) bool { return name != "" && len(name) <= maxName && printable(name) }

// exported reports whether a name is an exported identifier of Go.
func exported(name string) bool { return token.IsIdentifier(name) && token.IsExported(name) }

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// isFailureStatus reports whether a failure may have a status. Only with an envelope, it may be one of a
// success. A response with status 204 or 205 has no body, so a client could not tell the failure from a
// success.
func isFailureStatus(status string) bool {
	if status == "204" || status == "205" {
		return false
	}
	return len(status) == 3 && strings.Contains("245", status[:1])
}

// unusablePackages are the names that a generated package cannot have: the go command or generated code
// uses them in another way.
var unusablePackages = strings.Fields("main init internal vendor testdata documentation unsafe api")

// predeclared are the identifiers of Go's universe block. Package go/types has them too, but
// it takes longer to compile than this module.
var predeclared = strings.Fields(`any bool byte comparable complex64 complex128 error float32 float64
	int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr true false iota nil
	append cap clear close complex copy delete imag len make max min new panic print println real recover`)

// CanBePackage reports whether a generated package can have the name.
func CanBePackage(name string) bool {
	isIdentifier := packageName.MatchString(name) && len(name) <= maxSegment && !token.IsKeyword(name)
	isFolder := !deviceName.MatchString(name) && !strings.HasSuffix(name, "_test")
	isTaken := slices.Contains(predeclared, name) || slices.Contains(unusablePackages, name)
	return isIdentifier && isFolder && !isTaken
}

// packageRule describes the names for which CanBePackage returns true.
const packageRule = "a package has a name of up to 100 lower case ASCII letters and digits " +
	"that Go and the generated code do not use"

// pathShape matches paths without empty segments and without characters that a URL escapes.
var pathShape = regexp.MustCompile(`^(/([A-Za-z0-9._~!$&'()*+,;=:@-]|\{area\}|\{operation\})+)+/?$|^/$`)

// CanBePath reports whether the format can express a path, with or without placeholders. Servers and
// proxies remove the segments "." and "..".
func CanBePath(path string) bool {
	return pathShape.MatchString(path) && !strings.Contains(path, "..") &&
		!strings.Contains(path+"/", "/./")
}

// pathRule describes the paths for which CanBePath returns false.
const pathRule = `is a path that the format cannot express: it starts with "/" and consists of ` +
	`{area}, {operation} and characters that a URL does not escape, without "//", "/./", ".." ` +
	`and a query; write the path that reaches the service`

// isURL reports whether a text is a whole URL of http or https.
func isURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil || strings.ContainsFunc(text, outsideURL) {
		return false
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}

// isBase reports whether a text is a URL to which paths can be appended.
func isBase(text string) bool {
	return isURL(text) && !strings.ContainsAny(text, "?#@") && !strings.HasSuffix(text, "/")
}

// isTokenPath reports whether a text is a path below a base URL, or a URL.
func isTokenPath(text string) bool {
	_, err := url.Parse(text)
	isPath := err == nil && strings.HasPrefix(text, "/")
	return isURL(text) || isPath && !strings.ContainsFunc(text, outsideURL)
}

func outsideURL(r rune) bool { return !visible(r) || strings.ContainsRune("\"<>\\^`{|}", r) }

func isScope(text string) bool {
	isOther := func(r rune) bool { return !visible(r) || r == '"' || r == '\\' }
	return text != "" && !strings.ContainsFunc(text, isOther)
}

// visible reports whether a character is visible ASCII.
func visible(r rune) bool { return ' ' < r && r <= '~' }

// takenHeaders are header fields with another meaning, and the word that replaces the name of one. The
// first three may carry a credential.
var takenHeaders = []string{
	"Authorization", "Cookie", "Proxy-Authorization",
	"Accept", "Accept-Encoding", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Expect", "Host",
	"Keep-Alive", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "X-Request-Id", "None",
}

// headerRule describes the names of header fields that can carry a credential or a key.
const headerRule = " of up to 100 letters, digits and any of " + httptoken.Marks + ", which has no other meaning"

// carriesKey reports whether a header field can carry an idempotency key.
func carriesKey(name string) bool {
	return len(name) <= 100 && httptoken.Is(name) &&
		!slices.Contains(takenHeaders, textproto.CanonicalMIMEHeaderKey(name))
}

// carriesCredential reports whether a header field can carry a credential.
func carriesCredential(name string) bool {
	return carriesKey(name) ||
		slices.Contains(takenHeaders[:3], textproto.CanonicalMIMEHeaderKey(name))
}
