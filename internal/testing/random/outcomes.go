package random

import "slices"

// outcomes sometimes adds an envelope to a catalog or an operation, and how it fails.
func (m *maker) outcomes(target *Map, percent int, allowsNone bool) {
	if m.chance(percent) {
		*target = append(*target, Entry{"envelope", m.envelope(allowsNone)})
	}
	if m.chance(percent) && len(m.records)+len(m.unions) > 0 {
		*target = append(*target, Entry{"failure", m.failure(allowsNone)})
	}
}

// envelope returns an envelope, or none where that is allowed: for an operation.
func (m *maker) envelope(allowsNone bool) any {
	if allowsNone && m.chance(20) {
		return "none"
	}
	member := func(usual string) string { return m.usualOr(usual, wireNames...) }
	e := Map{{"success", member("ok")}}
	if m.chance(25) {
		value := pick(m, any(Plain("0")), any(Plain("false")), any("ok"), any(Plain("1.5")), any(m.words("fine")))
		e = Map{{"success", Map{{member("errcode"), value}}}}
	}
	if m.chance(70) {
		messages := List{member("message")}
		if m.chance(40) {
			messages = append(messages, member("messages"))
		}
		e = append(e, Entry{"message", messages})
	}
	m.addText(&e, 50, "data", "data", wireNames...)
	m.addText(&e, 50, "violations", "violations", wireNames...)
	if len(m.records) > 0 && m.chance(40) {
		e = append(e, Entry{"siblings", pick(m, m.records...)})
	}
	if m.chance(70) {
		e = append(e, Entry{"failure_status", Plain(m.usualOr("200", "201", "400", "422", "503", "302", "99"))})
	}
	return e
}

// failure returns how an operation fails: a type alone, or with a status and a member.
func (m *maker) failure(allowsNone bool) any {
	switch {
	case allowsNone && m.chance(20):
		return "none"
	case m.chance(20):
		return m.failureType()
	}
	f := Map{{"type", m.failureType()}}
	if m.chance(80) {
		f = append(f, Entry{"status", Plain(m.usualOr("409", "422", "500", "200", "404", "300"))})
	}
	m.addText(&f, 50, "member", "error", wireNames...)
	return f
}

// failureType returns the type of a failure.
func (m *maker) failureType() string { return pick(m, slices.Concat(m.records, m.unions)...) }
