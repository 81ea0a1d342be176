package services

import (
	"context"
	"fmt"
	"log"

	"example.com/opgen/api"
	"example.com/opgen/examples/services/files/gen/files"
)

// show is code that uses a client: it lists all pages of a folder, or prints why it failed.
func show(ctx context.Context, client *files.Client, path string) {
	for entry, err := range client.ListFolderItems(ctx, &files.ListFolderRequest{Path: path}) {
		if failure, ok := api.FailureOf[files.ListFolderFailure](err); ok {
			fmt.Println("no listing:", whyNot(failure.Error))
			return
		} else if err != nil {
			log.Fatal(err)
		}
		switch v := entry.Variant.(type) {
		case files.MetadataFile:
			fmt.Println(v.Name, v.Size, "bytes")
		case files.MetadataFolder:
			fmt.Println(v.Name + "/")
		case files.MetadataDeleted:
			fmt.Println(v.Name, "was deleted")
		}
	}
}

func whyNot(err files.ListFolderError) string {
	if at, ok := err.Variant.(files.ListFolderErrorPath); ok {
		switch at.Path.Variant.(type) {
		case files.LookupErrorNotFound:
			return "nothing is there"
		case files.LookupErrorNotFolder:
			return "it is a file"
		}
	}
	return "for another reason"
}

func Example_files() {
	client, err := files.NewFakeClient(&files.Fake{
		ListFolderFunc: func(_ context.Context, req *files.ListFolderRequest) (*files.ListFolderResponse, error) {
			if req.Path != "/Homework" {
				at := files.UnreadablePath{Path: files.LookupError{Variant: files.LookupErrorNotFound{}}}
				return nil, api.Fail(&files.ListFolderFailure{
					ErrorSummary: "path/not_found/.",
					Error:        files.ListFolderError{Variant: files.ListFolderErrorPath(at)},
				})
			}
			folder := files.Metadata{Variant: files.MetadataFolder{ID: "id:1", Name: "math"}}
			return &files.ListFolderResponse{Entries: []files.Metadata{folder}, Cursor: "1", HasMore: true}, nil
		},
		ListFolderContinueFunc: func(context.Context, *files.ListFolderContinueRequest) (*files.ListFolderContinueResponse, error) {
			file := files.Metadata{Variant: files.MetadataFile{ID: "id:2", Name: "primes.txt", Size: 7212, Rev: "a1c10ce0dd78",
				ClientModified: "2015-05-12T15:50:38Z", ServerModified: "2015-05-12T15:50:38Z"}}
			gone := files.Metadata{Variant: files.MetadataDeleted{Name: "notes.txt"}}
			return &files.ListFolderContinueResponse{Entries: []files.Metadata{file, gone}, Cursor: "2"}, nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	show(context.Background(), client, "/Homework")
	show(context.Background(), client, "/Housework")
	// Output:
	// math/
	// primes.txt 7212 bytes
	// notes.txt was deleted
	// no listing: nothing is there
}
