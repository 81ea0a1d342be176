package page

// reasons say what a profile shows where a target is missed, by the kind, and by
// the kind and the case where they differ.
var reasons = map[string]string{}
