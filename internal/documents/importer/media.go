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
func (im *importer) jsonMedia(types origin.Place, subject string) (chosen origin.Place, ok bool) {
	offered := types.Items()
	for _, media := range types.Entries() {
		offered = append(offered, media)
	}
	for _, media := range offered {
		isAny, isExact := isJSON(mediaName(media))
		isFirst := isAny && !chosen.OK()
		if isExact || isFirst {
			chosen = media
		}
	}
	if !chosen.OK() {
		return chosen, false
	}
	const proposal = "nothing, if both sides use application/json"
	for _, media := range offered {
		name := mediaName(media)
		_, isExact := isJSON(name)
		reason := "bodies are application/json, not " + wording.Quote(name)
		switch {
		case media.Node != chosen.Node:
			im.LoseAs(media, types.Last(), subject, reason, proposal)
		case !isExact && !strings.HasSuffix(name, "*"):
			im.Remark(media, types.Last(), subject, reason, proposal)
		}
	}
	return chosen, true
}

// mediaName returns the name of a media type, which is a key of a map or an item of a list.
func mediaName(media origin.Place) string { return cmp.Or(media.Key, media.Node).Text }

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
