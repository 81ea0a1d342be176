package importer

import (
	"mime"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// json returns the JSON among the media types of a body.
func (im *importer) json(content place, subject string) (place, bool) {
	var found place
	for name, media := range content.entries() {
		if json, exact := isJSON(name); exact || !found.ok() && json {
			found = media
		}
	}
	if !found.ok() {
		return place{}, false
	}
	for _, media := range content.entries() {
		if media.ptr != found.ptr {
			im.notJSON(media, media.last(), "content", subject)
		}
	}
	im.examples(found, subject)
	return found, true
}

// isJSON reports whether a media type is one of JSON, and whether it is the usual one.
func isJSON(media string) (json, exact bool) {
	kind, params, err := mime.ParseMediaType(media)
	if charset := strings.ToLower(params["charset"]); err != nil || charset != "" && charset != "utf-8" {
		return false, false
	}
	exact = kind == "application/json"
	return exact || strings.HasSuffix(kind, "+json") || kind == "text/json" || kind == "*/*" || kind == "application/*", exact
}

func (im *importer) notJSON(at place, media, keyword, subject string) {
	im.loseAs(at, keyword, subject, "a body is JSON, not "+wording.Quote(media)+", too", "nothing, if callers send JSON")
}

// speaks reports whether JSON is among the media types that an operation of Swagger 2.0, or
// else the document, lists under a key. If there is no list, it is.
func (im *importer) speaks(e *endpoint, key, subject string) (place, bool) {
	types := e.post.get(key)
	if !types.ok() {
		types, subject = im.root().get(key), ""
	}
	var others []place
	for _, item := range types.items() {
		if json, _ := isJSON(item.textOf()); !json {
			others = append(others, item)
		}
	}
	if n := len(types.items()); n > 0 && len(others) == n {
		return types, false
	}
	for _, item := range others {
		im.notJSON(item, item.textOf(), key, subject)
	}
	return types, true
}

// examples reports examples of a whole body.
func (im *importer) examples(of place, subject string) {
	for _, key := range []string{"example", "examples"} {
		if v := of.get(key); v.ok() {
			im.lose(v, subject, "an example of a whole body has no place in a catalog", "keep it as a wire vector, if it holds no personal data")
		}
	}
}
