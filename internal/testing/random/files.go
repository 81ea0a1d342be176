package random

import (
	"math/rand/v2"
	"slices"
	"strconv"
)

// Files moves maps of a catalog to files, which the rest names by their paths.
func Files(c Map, seed uint64) (main Map, files map[string]Map) {
	r := rand.New(rand.NewPCG(seed, 4))
	main, files = slices.Clone(c), map[string]Map{}
	for _, key := range []string{"enums", "records", "unions", "areas"} {
		named, ok := c.Get(key).(Map)
		if !ok {
			continue
		}
		whole, folder, below := r.IntN(3) == 0, "", "below/"
		if whole {
			folder, below = key+"/", ""
		}
		named = slices.Clone(named)
		for i, e := range named {
			if m, ok := e.Value.(Map); ok && len(m) > 0 && r.IntN(2) == 0 {
				path := below + strconv.Itoa(i) + key + ".yaml"
				files[folder+path], named[i].Value = m, path
			}
		}
		main.set(key, named)
		if whole && len(named) > 0 {
			files[folder+"all.yaml"] = named
			main.set(key, folder+"all.yaml")
		}
	}
	return main, files
}
