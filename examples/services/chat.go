package services

import (
	"net/http"

	"example.com/opgen/api"
	slackweb "example.com/opgen/examples/services/chat/gen"
	"example.com/opgen/examples/services/chat/gen/assistant"
	"example.com/opgen/examples/services/chat/gen/canvases"
	"example.com/opgen/examples/services/chat/gen/chat"
	"example.com/opgen/examples/services/chat/gen/lists"
	"example.com/opgen/examples/services/chat/gen/users"
	"example.com/opgen/examples/services/chat/gen/views"
)

// Chat returns the chat.
func Chat() Service {
	fakes := slackweb.Services{
		Assistant: new(assistant.Fake), Canvases: new(canvases.Fake), Chat: new(chat.Fake),
		Lists: new(lists.Fake), Users: new(users.Fake), Views: new(views.Fake),
	}
	return Service{
		Folder:   "chat",
		fakes:    &fakes,
		handler:  func(opts ...api.HandlerOption) (http.Handler, error) { return slackweb.NewHandler(fakes, opts...) },
		client:   func(url string) (any, error) { return slackweb.NewClient(url) },
		siblings: func() siblings { return new(chat.Notes) },
		failures: map[string]failure{
			"assistant": failsWith[assistant.ChatFailure](),
			"canvases":  failsWith[canvases.ChatFailure](),
			"chat":      failsWith[chat.ChatFailure](),
			"lists":     failsWith[lists.ChatFailure](),
			"users":     failsWith[users.ChatFailure](),
			"views":     failsWith[views.ChatFailure](),
		},
	}
}
