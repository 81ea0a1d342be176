package services

import (
	"context"
	"fmt"
	"log"

	"example.com/opgen/api"
	"example.com/opgen/examples/services/chat/gen/chat"
)

// announce is code that uses a client: it posts a table, and prints the result.
func announce(ctx context.Context, client *chat.Client, channel string) {
	cell := func(text string) chat.TableCell { return chat.TableCell{Variant: chat.TableCellRawText{Text: text}} }
	table := chat.BlockTable{
		Rows: [][]chat.TableCell{{cell("Title"), cell("Pages")}, {cell("Frankenstein"), cell("280")}},
		ColumnSettings: []api.Nullable[chat.ColumnSettings]{
			api.Null[chat.ColumnSettings](),
			api.Value(chat.ColumnSettings{Align: new(chat.AlignmentRight)}),
		},
	}
	res, err := client.PostMessage(ctx, &chat.PostMessageRequest{Channel: channel, Blocks: []chat.Block{{Variant: table}}})
	if failure, ok := api.FailureOf[chat.ChatFailure](err); ok {
		fmt.Println("not posted:", failure.Error)
		return
	} else if err != nil {
		log.Fatal(err)
	}
	fmt.Println("posted:", res.TS)
}

func Example_chat() {
	client, err := chat.NewFakeClient(&chat.Fake{
		PostMessageFunc: func(_ context.Context, req *chat.PostMessageRequest) (*chat.PostMessageResponse, error) {
			if req.Channel != "C123ABC456" {
				return nil, api.Fail(&chat.ChatFailure{Error: chat.ErrorCodeChannelNotFound})
			}
			table := req.Blocks[0].Variant.(chat.BlockTable)
			fmt.Println(len(table.Rows), "rows")
			return &chat.PostMessageResponse{Channel: req.Channel, TS: "1503435956.000247"}, nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	announce(context.Background(), client, "C123ABC456")
	announce(context.Background(), client, "C000000000")
	// Output:
	// 2 rows
	// posted: 1503435956.000247
	// not posted: channel_not_found
}
