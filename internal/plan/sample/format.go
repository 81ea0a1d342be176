package sample

import "example.com/opgen/internal/catalog"

// formatted returns texts of the format of a field: the usual one, and some that are
// as long as its bounds.
func formatted(f *catalog.Field) []string {
	if f.Format.Checked() == "" {
		return nil
	}
	all, sized := []string{f.Format.Example()}, f.Format.Description().OfLength
	for _, bound := range []*int{f.MinLength, f.MaxLength} {
		if bound != nil && *bound <= longest {
			all = append(all, sized(*bound), sized((*bound+3)/4*4), sized(*bound/4*4))
		}
	}
	return all
}
