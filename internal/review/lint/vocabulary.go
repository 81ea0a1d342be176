package lint

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// The tables of this file say what the words of a name mean. All are in lower case
// and in the singular. Words of a phrase may be written together in a name: the phrase
// "first name" is found in first_name, firstName and firstname. The test measures the
// tables on the names in testdata/names.

// personalPhrases are phrases in names of personal data and secrets, separated by
// bars. Next to a word of unless, they mean something else.
var personalPhrases = []struct{ what, phrases, unless string }{
	{"a name of a person", "first name|middle name|last name|full name|given name|family name|maiden name|surname|birth name|holder name|name on card|next of kin|emergency contact|spouse", ""},
	{"an identity number", "ssn|social security|social insurance|tax id|tax number|taxpayer|taxpayer id|tin|itin|fein|ein|hicn|medicare number|nhs number|member number|traveler number|traveller number|passport|license number|licence number|driver license|drivers license|driver licence|drivers licence|driving licence|license plate|number plate|national id|national insurance number|national insurance|identity number|identity card|aadhaar|cpf|visa number|work permit|residence permit|voter id|voter registration|alien registration|birth certificate", "software"},
	{"a date of somebody's life", "date of birth|date of death|dob|birth date|birthdate|death date|birthday|birth year|birth place|place of birth", ""},
	{"an age", "age", "max|min|vehicle|building|roof|property|account|cache|file|message|story|day|hour"},
	{"a trait that the law protects", "gender|sex|race|racial|ethnicity|religion|nationality|citizenship|sexual orientation|marital status|disability|pregnant|pregnancy|immigration status|criminal record|criminal history|political|union member|union membership|veteran status|conviction|biometric|biometric template|fingerprint|face image|selfie|voiceprint|genetic|dna", "condition|option|car|key|certificate|cert|file|schema|query"},
	{"health data", "diagnosis|diagnose|icd|medication|prescription|allergy|blood type|blood group|medical record|medical history|medical condition|mrn|symptom|treatment plan|medical treatment|lab result|vaccination|immunization|mental health|illness|disease|injury", ""},
	{"pay or wealth", "salary|income|wage|net pay|gross pay|pay rate|credit score|net worth", "threshold|currency|statement"},
	{"a login", "username|login", "last|failed"},
	{"a secret", "password|passwd|passcode|passphrase|secret|credential|authorization|auth header|cookie|otp|one time code|recovery code|backup code|security answer|pin|puk|verification code|two factor code|mfa code|totp|connection string", "policy|consent|prior|amount|map|arn"},
	{"a secret", "api key|access key|account key|private key|secret key|signing key|encryption key|session key", ""},
	{"a secret", "token|bearer|jwt", "page|paging|pagination|next|previous|prev|continuation|continue|resume|cursor|sync|max|total|prompt|completion|count|usage|detail"},
	{"an address", "address|street|zip|zipcode|postal code|postcode", "mac|memory|server|listen|bind|host|node|contract|web|bus|file"},
	{"an address in a network", "ip address|client ip|remote ip|user ip|imei|imsi|device fingerprint", "server"},
	{"where somebody is", "geolocation|gps", ""},
	{"contact data", "email|phone|telephone|mobile|msisdn|caller number|fax", "app|version|receipt|model|network|plan|operator|server"},
	{"an account", "iban|account number|bank account|routing number|sort code|credit card|debit card|card number|card holder|cardholder|name on card|card expiry|pan|cvv|cvc|security code", "last4|four|fee|brand|network"},
}

// persons are words for people. Followed by "name", each is a phrase as well.
var persons = strings.Fields(`customer employee patient insured claimant applicant beneficiary policyholder
	cardholder accountholder driver guest passenger traveler traveller student teacher pupil guardian
	dependent spouse subscriber caller recipient payee payer borrower guarantor debtor donor contact candidate attendee
	visitor resident physician doctor nurse witness victim buyer shopper signer signatory petitioner`)

// abbreviations are short forms of words in phrases.
var abbreviations = map[string]string{"no": "number", "num": "number", "nr": "number", "addr": "address", "pwd": "password", "tel": "telephone", "mail": "email"}

// A name with a word of metaFirst or metaLast describes such data and does not contain
// it: email_template, has_password, token_expires_at. A last word that is part of the
// phrase does not count: tax_id.
var (
	metaFirst = strings.Fields("has is max min num count total allow require show hide include enable disable use")
	metaLast  = strings.Fields(`id type kind count url uri status format policy template provider method version name label
		option rule length strength limit attempt verified enabled required availability available at on expiry expiration
		ttl scope category domain endpoint schema icon`)
)

// personalKeys maps the letters of each phrase to its entries in personalPhrases.
var personalKeys = func() map[string][]int {
	keys := map[string][]int{}
	for i, p := range personalPhrases {
		for phrase := range strings.SplitSeq(p.phrases, "|") {
			key := strings.ReplaceAll(phrase, " ", "")
			keys[key] = append(keys[key], i)
		}
	}
	for _, p := range persons {
		keys[p+"name"] = []int{0}
	}
	return keys
}()

// longestPhrase is the maximum number of words in a phrase.
const longestPhrase = 4

// PersonalData returns what the data of a field looks like by the name and the type of the
// field, such as "a name of a person", or "" if it does not look personal.
func PersonalData(name, typ string) string {
	isNumber := typ == "integer" || typ == "number"
	isCounted := isNumber && strings.HasSuffix(strings.ToLower(name), "tokens")
	if typ == "boolean" || isCounted { // tokens that are counted are input of a language model
		return ""
	}
	words := Words(name)
	forms := make([]string, len(words))
	for i, w := range words {
		forms[i] = baseForm(w)
	}
	if len(words) == 0 || slices.Contains(metaFirst, words[0]) {
		return ""
	}
	isMeta := slices.Contains(metaLast, forms[len(forms)-1])
	for i := range forms {
		for j := i + 1; j <= min(len(forms), i+longestPhrase); j++ {
			if isMeta && j < len(forms) {
				continue
			}
			phrase := strings.Join(forms[i:j], "")
			if what := personalPhrase(phrase, slices.Concat(words, forms)); what != "" {
				return what
			}
		}
	}
	return ""
}

// personalPhrase returns what a phrase of a name means, "" if it means nothing personal in a name
// with these words: "age" is an age, and not in vehicle_age.
func personalPhrase(phrase string, words []string) string {
	isInName := func(word string) bool { return slices.Contains(words, word) }
	for _, n := range personalKeys[phrase] {
		p := personalPhrases[n]
		if !slices.ContainsFunc(strings.Split(p.unless, "|"), isInName) {
			return p.what
		}
	}
	return ""
}

// action is what an operation does.
type action int

const (
	unknown action = iota
	reads
	creates // two calls create two things
	writes
)

// verbs are the words that begin names of operations. If the last word of the name is
// one of unless, they have another meaning: refund_payment writes, refund_status does not.
// Two words may form one verb: top_up_wallet. Ambiguous words, such as open, download and
// resolve, are left out.
var verbs = []struct {
	action        action
	verbs, unless string
}{
	{reads, `get list find read search lookup check count describe fetch retrieve view show browse query scan head stat has is
		can exist exists calculate compute estimate simulate compare diff validate preview inspect peek introspect
		poll ping whoami quote`, ""},
	{creates, "create new add insert append provision spawn clone duplicate originate", ""},
	{creates, "generate", results},
	{writes, `update set patch modify edit amend adjust change rename replace put upsert write save overwrite rewrite merge split
		consolidate swap switch toggle upgrade downgrade extend increase decrease increment decrement reset regenerate
		refresh convert migrate tag untag annotate enrich normalize configure customize fix repair mark`, ""},
	{writes, `delete remove purge truncate drop empty clear erase wipe trash undelete restore rollback revert undo deprovision
		destroy flush evict prune discard unarchive`, ""},
	{writes, `copy move upload import ingest load sync synchronize rotate lock unlock publish unpublish deploy redeploy reboot
		restart reload install uninstall commit`, ""},
	{writes, `assign reassign unassign allocate deallocate link unlink attach detach connect disconnect bind unbind enroll
		unenroll register unregister deregister invite join leave admit discharge hire onboard offboard promote demote refer
		grant revoke delegate impersonate waitlist`, ""},
	{writes, `enable disable activate deactivate start stop pause resume suspend unsuspend freeze unfreeze reinstate terminate
		cancel abort void invalidate renew close reopen expire finalize complete finish begin initiate issue reissue endorse
		settle waive writeoff foreclose trigger invoke launch schedule reschedule rebook retry replay`, ""},
	{writes, "run execute process submit resubmit", results},
	{writes, `approve reject deny accept decline confirm acknowledge ack withdraw sign countersign authorize unauthorize dismiss
		escalate snooze flag unflag upvote downvote underwrite prequalify certify adjudicate summon impound levy`, ""},
	{writes, `pay repay prepay disburse refinance capture reverse redeem apply fulfill checkout checkin buy purchase sell donate
		topup subscribe remit accrue`, ""},
	{writes, "book reserve prescribe administer dispense place restock pack dispatch deliver", ""},
	{writes, `send resend forward react unsubscribe follow unfollow mute unmute pin unpin star unstar unlike ban unban block
		unblock kick unshare notify broadcast emit enqueue push login logout signup`, ""},
	{writes, `archive award backup charge comment credit debit deposit dispute email grade hold label like order payout post
		record refund release reply report request return share ship store transfer vote`, nouns},
}

// Last words of names whose verb does not write, such as report_status and order_history.
const (
	nouns   = "status|history|count|total|summary|detail|list|log|rate|fee|limit|type|date|id|preview|price|score|address|policy|location|hour"
	results = "query|search|report|preview|summary|estimate"
)

// verbOf maps each verb to its entry in verbs.
var verbOf = func() map[string]int {
	entries := map[string]int{}
	for i, v := range verbs {
		for _, verb := range strings.Fields(v.verbs) {
			entries[verb] = i
		}
	}
	return entries
}()

// isOnlyVerb reports whether a word is a verb wherever it is, unlike order in "Lists claims and
// orders."
func isOnlyVerb(word string) bool {
	i, isVerb := verbOf[word]
	return isVerb && verbs[i].unless == ""
}

// verbPrefixes are words that precede a verb and say how it is done.
var verbPrefixes = strings.Fields("batch bulk mass auto hard soft force async try")

// actionOf returns what an operation does by its name. Verbs after "or" and "and" count if
// they write: get_or_create. A name without a known verb is not judged.
func actionOf(name string) action {
	words := Words(name)
	first := slices.IndexFunc(words, func(w string) bool { return !slices.Contains(verbPrefixes, w) })
	if first < 0 {
		return unknown
	}
	words = words[first:]
	last := baseForm(words[len(words)-1])
	verb := func(word string) action {
		i, ok := verbOf[word]
		if !ok || slices.Contains(strings.Split(verbs[i].unless, "|"), last) {
			return unknown
		}
		return verbs[i].action
	}
	kind := verb(words[0])
	if len(words) > 1 {
		if joined := verb(words[0] + words[1]); joined != unknown {
			kind = joined
		}
	}
	for i := 1; i+1 < len(words); i++ {
		if (words[i] == "or" || words[i] == "and") && verb(words[i+1]) > reads {
			kind = max(kind, verb(words[i+1]))
		}
	}
	return kind
}

// A word begins at a capital after a small letter, and at the last of several capitals
// before a small one: IBANNumber.
var (
	wordBreak    = regexp.MustCompile(`([\p{Ll}\p{Nd}])(\p{Lu})`)
	acronymBreak = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
)

// Words splits a text or a name into words in lower case: letters with their marks, and digits.
func Words(text string) []string {
	text = acronymBreak.ReplaceAllString(wordBreak.ReplaceAllString(text, "$1 $2"), "$1 $2")
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.In(c, unicode.L, unicode.M, unicode.N)
	})
}

// baseForm expands an abbreviation, and removes a plural ending and a trailing number:
// addr, addresses, address2.
func baseForm(word string) string {
	if long := abbreviations[word]; long != "" {
		return long
	}
	if stem := strings.TrimRightFunc(word, unicode.IsDigit); stem != "" {
		word = stem
	}
	return Singular(word)
}

// keptEndings are endings of words that look like a plural ending when s is added: movies are not
// of a movy.
var keptEndings = strings.Fields("cookie movie selfie calorie cache")

// Singular removes a plural ending from a word, as in addresses and allergies.
func Singular(word string) string {
	stem, isPlural := strings.CutSuffix(word, "s")
	ends := func(endings ...string) bool {
		lower := strings.ToLower(stem)
		return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(lower, ending) })
	}
	switch {
	case !isPlural || len(word) <= 3 || ends("s", "u", "i"):
		return word // class, status, diagnosis
	case ends(keptEndings...):
		return stem
	case ends("ie"):
		return strings.TrimSuffix(stem, "ie") + "y"
	case ends("sse", "xe", "che", "she", "tuse", "nuse", "ruse", "puse"): // statuses, but houses
		return strings.TrimSuffix(stem, "e")
	}
	return stem
}

// lastWord returns the last word of a name, "" if there is none. It usually says what the name is of:
// claim_number is a number.
func lastWord(name string) string {
	if words := Words(name); len(words) > 0 {
		return words[len(words)-1]
	}
	return ""
}
