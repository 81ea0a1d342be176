package random

// union returns a union of the records.
func (m *maker) union() Map {
	u := Map{}
	m.text(&u, "description", "A union.")
	u = append(u, Entry{"by", pick(m, ".tag", "kind", ".tag", "kind", pick(m, wireNames...))})
	m.flag(&u, "open", 40)
	tag := func() string { return "tag " + m.number() }
	variant := func(string) any { return m.variant() }
	return append(u, Entry{"of", m.named(1+m.IntN(4), enumValues, tag, variant)})
}

// variant returns a record, or nothing where the tag stands alone.
func (m *maker) variant() any {
	record := ""
	if len(m.records) > 0 && m.chance(75) {
		record = pick(m, m.records...)
	}
	if m.chance(60) {
		if record == "" {
			return Plain("")
		}
		return record
	}
	v := Map{}
	if record != "" {
		v = append(v, Entry{"record", record})
	}
	m.text(&v, "description", "A variant.")
	m.goName(&v)
	return v
}
