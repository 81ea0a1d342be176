package importer

import (
	"iter"
	"mime"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// json returns the entry for JSON among the media types of a body.
func (im *importer) json(types iter.Seq2[string, place], keyword, subject string) (found place, ok bool) {
	for name, media := range types {
		if json, exact := isJSON(name); exact || !found.ok() && json {
			found = media
		}
	}
	for name, media := range types {
		if found.ok() && media.ptr != found.ptr {
			im.loseAs(media, keyword, subject, "bodies are only JSON, not "+wording.Quote(name), "nothing, if callers send JSON")
		}
	}
	return found, found.ok()
}

// isJSON reports whether a media type is JSON, and whether it is application/json.
func isJSON(media string) (json, exact bool) {
	kind, params, err := mime.ParseMediaType(media)
	if charset := strings.ToLower(params["charset"]); err != nil || charset != "" && charset != "utf-8" {
		return false, false
	}
	exact = kind == "application/json"
	return exact || strings.HasSuffix(kind, "+json") || kind == "text/json" || kind == "*/*" || kind == "application/*", exact
}

// speaks reports whether the media types at a key of an operation of Swagger 2.0, or else of
// the document, include JSON. A missing list includes it. It also returns the list.
func (im *importer) speaks(e *endpoint, key, subject string) (place, bool) {
	types := e.post.get(key)
	if !types.ok() {
		types, subject = im.root().get(key), ""
	}
	items := types.items()
	_, ok := im.json(func(yield func(string, place) bool) {
		for _, item := range items {
			if !yield(item.textOf(), item) {
				return
			}
		}
	}, key, subject)
	return types, ok || len(items) == 0
}

// examples records the loss of examples of whole bodies.
func (im *importer) examples(of place, subject string) {
	for _, key := range []string{"example", "examples"} {
		if v := of.get(key); v.ok() {
			im.lose(v, subject, "a catalog has no examples of whole bodies", "keep it as a wire vector if it contains no personal data")
		}
	}
}
