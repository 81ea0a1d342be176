package conformance

import (
	"fmt"
	"log"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/unions/gen/things"
)

// A union is read with a switch over the types of its variants.
func Example_unions() {
	res := things.ListResponse{Items: []things.Entry{
		{Variant: things.EntryFile{Name: "a.txt", Owner: things.Owner{Variant: things.OwnerUnknown{Tag: "robot", Body: api.Object{"id": "7"}}}}},
		{Variant: things.EntryDeleted{}},
	}}
	for _, entry := range res.Items {
		switch v := entry.Variant.(type) {
		case things.EntryFile:
			fmt.Println(v.Name)
			if owner, ok := v.Owner.Variant.(things.OwnerUnknown); ok { // of an open union
				log.Printf("an owner of kind %s, which this client does not know", owner.Tag)
			}
		case things.EntryFolder:
			fmt.Println(v.Name + "/")
		case things.EntryDeleted: // the tag alone
			fmt.Println("deleted")
		}
	}
	// Output:
	// a.txt
	// deleted
}
