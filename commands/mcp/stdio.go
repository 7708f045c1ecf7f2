package mcp

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// patient is a transport on which a client may write its questions and close: the end of its
// stream, or words that are no JSON, count only when every question before has its answer.
type patient struct{ sdk.Transport }

func (t patient) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &patientConnection{Connection: inner, open: map[any]bool{}, answered: make(chan struct{}, 1), closed: make(chan struct{})}, nil
}

type patientConnection struct {
	sdk.Connection
	answered chan struct{} // holds something when an answer went out since it was last looked at
	closed   chan struct{}
	close    sync.Once

	mu   sync.Mutex
	open map[any]bool // ids of questions that have no answer yet
}

func (c *patientConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	message, err := c.Connection.Read(ctx)
	if err != nil {
		c.wait(ctx)
	}
	if request, is := message.(*jsonrpc.Request); is && request.IsCall() {
		c.note(request.ID, true)
	}
	return message, err
}

func (c *patientConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if response, is := message.(*jsonrpc.Response); is {
		c.note(response.ID, false)
	}
	return err
}

func (c *patientConnection) note(id jsonrpc.ID, open bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if open {
		c.open[id.Raw()] = true
		return
	}
	delete(c.open, id.Raw())
	select {
	case c.answered <- struct{}{}:
	default:
	}
}

func (c *patientConnection) wait(ctx context.Context) {
	for {
		c.mu.Lock()
		left := len(c.open)
		c.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *patientConnection) Close() error {
	c.close.Do(func() { close(c.closed) })
	return c.Connection.Close()
}
