package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"octavo/engine"
)

const scheme = "octavo://"

// resourceLength is how many characters of a document one read gives at most.
const resourceLength = 200_000

var documentTemplate = &sdk.ResourceTemplate{
	Name: "document", Title: "The text of a document", URITemplate: scheme + "{+path}{?offset}", MIMEType: "text/plain",
	Description: "The whole text of an indexed document: octavo://COLLECTION/FILE, each segment percent-encoded, or octavo://DOCUMENTPATH. " +
		"Of a very long text the first part comes, with the URI of the next one",
}

// DocumentURI is the resource of a document.
func DocumentURI(collection, file string) string {
	return scheme + escape(collection) + "/" + escape(file)
}

func escape(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return strings.Join(segments, "/")
}

// readable refuses URIs that are none before the SDK sees them: it puts the URI of what is not there
// into its answer in a form that is no JSON where control characters are in it, and then ends.
func readable(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		read, is := request.(*sdk.ReadResourceRequest)
		if is && read.Params != nil && strings.ContainsFunc(read.Params.URI, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "a URI holds printable ASCII alone; everything else is percent-encoded"}
		}
		return next(ctx, method, request)
	}
}

// readDocument gives the text of a document, a long one in parts.
func (s *Server) readDocument(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := request.Params.URI
	path, offset, err := parseURI(uri)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.CallTimeout)
	defer cancel()
	var answer engine.FileAnswer
	err = s.inTurn(ctx, func(e *engine.Engine) error {
		answer, err = e.FileAt(ctx, path)
		return err
	})
	var usage *engine.UsageError
	switch {
	case errors.As(err, &usage):
		return nil, sdk.ResourceNotFoundError(uri)
	case err != nil:
		failure := engine.Classify(err)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: failure.Name + ": " + failure.Message}
	}
	d := answer.Document
	part, next := partOf(answer.Text, offset)
	contents := []*sdk.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: part}}
	if next > 0 {
		following := fmt.Sprintf("%s?offset=%d", DocumentURI(string(d.Collection), string(d.File)), next)
		contents = append(contents, &sdk.ResourceContents{
			URI: following, MIMEType: "text/plain",
			Text: fmt.Sprintf("[characters %d to %d of %d; read on at %s]", offset, next, d.Characters, following),
		})
	}
	return &sdk.ReadResourceResult{Contents: contents}, nil
}

// parseURI reads the path, whose segments are decoded, and the offset in characters.
func parseURI(uri string) (path string, offset int, err error) {
	rest, ours := strings.CutPrefix(uri, scheme)
	if !ours {
		return "", 0, fmt.Errorf("%s is no %s URI", shortened(uri), scheme)
	}
	rest, query, has := strings.Cut(rest, "?")
	if has {
		digits, ok := strings.CutPrefix(query, "offset=")
		offset, err = strconv.Atoi(digits)
		if !ok || err != nil || offset < 0 {
			return "", 0, errors.New("the query of a document's URI is offset=N, in characters")
		}
	}
	path, err = url.PathUnescape(rest)
	if err != nil || path == "" || !utf8.ValidString(path) {
		return "", 0, errors.New("the URI names no document: octavo://COLLECTION/FILE, percent-encoded")
	}
	return path, offset, nil
}

// partOf is the text from an offset on, and where the next part begins; 0 where the text ends.
func partOf(text string, offset int) (string, int) {
	characters := 0
	from, to := len(text), len(text)
	for at := range text {
		if characters == offset {
			from = at
		}
		if characters == offset+resourceLength {
			to = at
			return text[from:to], characters
		}
		characters++
	}
	return text[from:to], 0
}
