package api

import (
	"net/http"
	"time"
)

// NewServer returns a server of h with limits on how long and how much a caller
// may make it wait: headers within 5 seconds and 64 KiB, a request within 30
// seconds, an answer within 60 seconds of the request's headers, 2 minutes
// between requests. Set Addr, change what does not fit, and stop it with
// [http.Server.Shutdown], which lets calls under way end.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}
