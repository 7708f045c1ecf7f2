package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/engine"
)

// Path is where the HTTP door stands.
const Path = "/mcp"

const (
	headerTime   = 10 * time.Second // for a client to send its headers, and again its body
	idleTime     = 2 * time.Minute  // between two requests of a connection
	sessionTime  = 30 * time.Minute // without a request, until a session is forgotten
	farewellTime = 5 * time.Second  // for requests in flight when the server ends
	headerBytes  = 16 << 10
	// shortestToken makes guessing hopeless at any rate of requests.
	shortestToken = 16
)

// Listen opens a loopback address such as "127.0.0.1:7000" or "localhost:0". Any other one is
// refused: the door speaks plain HTTP, and who holds its token reads the whole index.
// Errors: *engine.UsageError.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return nil, &engine.UsageError{Message: fmt.Sprintf("%q is not an address to listen on, such as 127.0.0.1:7000", address)}
	case !loopback(host):
		return nil, &engine.UsageError{
			Message: fmt.Sprintf("%s is not a loopback address", host),
			Hint:    "Listen on 127.0.0.1, and put a proxy that speaks TLS before it where other machines must reach it",
		}
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &engine.UsageError{Message: fmt.Sprintf("cannot listen: %v", err)}
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		_ = listener.Close() // localhost may be defined as anything
		return nil, &engine.UsageError{Message: address + " leads to another address than a loopback one"}
	}
	return listener, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// NewToken is a bearer token that nobody can guess.
func NewToken() string { return rand.Text() }

// ReadToken takes a bearer token from a file, without the white space around it.
// Errors: *engine.UsageError, also where others than the owner may read the file.
func ReadToken(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", &engine.UsageError{Message: fmt.Sprintf("the token cannot be read: %v", err)}
	case !info.Mode().IsRegular():
		return "", &engine.UsageError{Message: path + " is no regular file"}
	case info.Mode().Perm()&0o077 != 0:
		return "", &engine.UsageError{Message: path + " can be read by others", Hint: "Close it to them: chmod 600 " + path}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", &engine.UsageError{Message: fmt.Sprintf("the token cannot be read: %v", err)}
	}
	return strings.TrimSpace(string(text)), nil
}

// CheckToken refuses what is no token that a header can carry, or too short a one.
// Errors: *engine.UsageError.
func CheckToken(token string) error {
	outside := func(r rune) bool { return r <= ' ' || r > '~' }
	switch {
	case len(token) < shortestToken:
		return &engine.UsageError{Message: fmt.Sprintf("the token has fewer than %d characters", shortestToken)}
	case strings.ContainsFunc(token, outside):
		return &engine.UsageError{Message: "the token holds characters that a header cannot carry"}
	}
	return nil
}

// HTTP serves clients that know the token until ctx ends, which is no error.
func (s *Server) HTTP(ctx context.Context, listener net.Listener, token string) error {
	server := &http.Server{
		Handler: s.Handler(token), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
	}
	ctx, stop := context.WithCancel(ctx)
	var beside sync.WaitGroup
	beside.Go(func() { s.watch(ctx) })
	beside.Go(func() {
		<-ctx.Done()
		for session := range s.sdk.Sessions() {
			_ = session.Close() // ends the streams, for which Shutdown would wait
		}
		farewell, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewellTime)
		defer cancel()
		if server.Shutdown(farewell) != nil {
			_ = server.Close()
		}
	})
	err := server.Serve(listener)
	stop()
	beside.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Handler answers requests that come with the token from a client on this machine.
func (s *Server) Handler(token string) http.Handler {
	protocol := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
		JSONResponse: true, Logger: s.options.Log, SessionTimeout: sessionTime, MaxRequestBodyBytes: longestMessage,
		PropagateRequestCancellation: true,
	})
	wanted := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		switch {
		case !hostIsHere(r.Host):
			http.Error(w, "this server answers to loopback names only", http.StatusForbidden)
		case !sameOrigin(r):
			http.Error(w, "this server answers no page of another origin", http.StatusForbidden)
		case !authorized(r, wanted):
			w.Header().Set("WWW-Authenticate", `Bearer realm="octavo"`)
			http.Error(w, "the bearer token is missing or wrong", http.StatusUnauthorized)
		case r.URL.Path != Path:
			http.NotFound(w, r)
		default:
			if readBody(w, r) {
				protocol.ServeHTTP(w, r)
			}
		}
	})
}

// hostIsHere keeps pages out that reach this server by a name of their own (DNS rebinding).
func hostIsHere(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return loopback(strings.Trim(host, "[]"))
}

// sameOrigin lets clients through that are no browser, and pages of this very server.
func sameOrigin(r *http.Request) bool {
	for _, written := range r.Header.Values("Origin") {
		origin, err := url.Parse(written)
		if err != nil || origin.Scheme != "http" || origin.Host != r.Host {
			return false
		}
	}
	return true
}

func authorized(r *http.Request, wanted [sha256.Size]byte) bool {
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	given := sha256.Sum256([]byte(strings.TrimSpace(token)))
	return strings.EqualFold(kind, "Bearer") && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1
}

// readBody takes the whole body at once, in bounded time and space, so that what follows waits for
// no client. It has answered where it reports false.
func readBody(w http.ResponseWriter, r *http.Request) bool {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(headerTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestMessage))
	_ = control.SetReadDeadline(time.Time{})
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		http.Error(w, fmt.Sprintf("a message has at most %d bytes", tooLong.Limit), http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, "the request did not arrive whole", http.StatusBadRequest)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return err == nil
}
