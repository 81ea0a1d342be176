package services

import (
	"net/http"

	"example.com/opgen/api"
	storage "example.com/opgen/examples/services/files/gen"
	"example.com/opgen/examples/services/files/gen/files"
	"example.com/opgen/examples/services/files/gen/sharing"
	"example.com/opgen/examples/services/files/gen/users"
)

// Files returns the file storage.
func Files() Service {
	fakes := storage.Services{Files: new(files.Fake), Users: new(users.Fake), Sharing: new(sharing.Fake)}
	return Service{
		Folder:  "files",
		fakes:   &fakes,
		handler: func(opts ...api.HandlerOption) (http.Handler, error) { return storage.NewHandler(fakes, opts...) },
		client:  func(url string) (any, error) { return storage.NewClient(url) },
		failures: map[string]failure{
			"create_folder":        failsWith[files.CreateFolderFailure](),
			"delete":               failsWith[files.DeleteFailure](),
			"move":                 failsWith[files.MoveFailure](),
			"get_metadata":         failsWith[files.GetMetadataFailure](),
			"list_folder":          failsWith[files.ListFolderFailure](),
			"list_folder_continue": failsWith[files.ContinueFailure](),
			"list_revisions":       failsWith[files.RevisionsFailure](),
			"search":               failsWith[files.SearchFailure](),
			"search_continue":      failsWith[files.SearchFailure](),
			"get_deletion_status":  failsWith[files.JobFailure](),
			"get_temporary_link":   failsWith[files.TemporaryLinkFailure](),
			"add_tag":              failsWith[files.AddTagFailure](),
			"get_tags":             failsWith[files.TagFailure](),
			"get_account_batch":    failsWith[users.AccountBatchFailure](),
			"create_shared_link":   failsWith[sharing.CreateLinkFailure](),
			"list_shared_links":    failsWith[sharing.ListLinksFailure](),
			"add_folder_member":    failsWith[sharing.AddMemberFailure](),
		},
	}
}
