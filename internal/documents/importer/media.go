package importer

import (
	"cmp"
	"mime"
	"strings"

	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file tells JSON from other bodies. Tools write application/json in many ways, and a document may
// offer other formats beside it, which are losses.

// jsonMedia returns the entry for JSON among the media types of a body: the keys of a map, or in
// Swagger 2.0 a list.
func (im *importer) jsonMedia(types origin.Place, subject string) (found origin.Place, ok bool) {
	all := types.Items()
	for _, media := range types.Entries() {
		all = append(all, media)
	}
	name := func(media origin.Place) string { return cmp.Or(media.Key, media.Node).Text }
	for _, media := range all {
		if json, exact := isJSON(name(media)); exact || !found.OK() && json {
			found = media
		}
	}
	if !found.OK() {
		return found, false
	}
	for _, media := range all {
		_, exact := isJSON(name(media))
		switch {
		case media.Node != found.Node:
			im.LoseAs(media, types.Last(), subject,
				"bodies are application/json, not "+wording.Quote(name(media)), "nothing, if both sides use application/json")
		case !exact && !strings.HasSuffix(name(media), "*"):
			im.Remark(media, types.Last(), subject,
				"bodies are application/json, not "+wording.Quote(name(media)), "nothing, if both sides use application/json")
		}
	}
	return found, true
}

// isJSON reports whether a media type is JSON, and whether it is application/json.
func isJSON(media string) (json, exact bool) {
	kind, params, err := mime.ParseMediaType(media)
	charset := cmp.Or(strings.ToLower(params["charset"]), "utf-8")
	if err != nil || charset != "utf-8" {
		return false, false
	}
	switch kind {
	case "application/json":
		return true, true
	case "text/json", "*/*", "application/*":
		return true, false
	}
	return strings.HasSuffix(kind, "+json"), false
}
