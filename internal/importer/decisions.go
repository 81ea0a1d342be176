package importer

import (
	"example.com/opgen/internal/yamldoc"
)

// Decisions is the name of the file of decisions.
const Decisions = "import.yaml"

// decisions are what import.yaml says.
type decisions struct {
	pkg, path string
	names     map[string]string // by pointer
	drop      map[string]bool   // by pointer
}

func (d *decisions) name(ptr string) string  { return d.names[ptr] }
func (d *decisions) dropped(ptr string) bool { return d.drop[ptr] }

var decisionsGrammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{}, nil)

// decide reads the decisions.
func (im *importer) decide() {
	im.decided = &decisions{}
}
