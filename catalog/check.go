package catalog

// check runs every check on the resolved catalog. Each reports what is its own
// and passes over what another one has reported.
func (r *resolver) check() {}
