// Package api asks a server, without contexts.
package api

import (
	"errors"
	"io"
	"net/http"
)

// Client knows where the server is.
type Client struct {
	HTTP  *http.Client
	Base  string
	names map[string]string
}

func (c *Client) GetItem(id string) ([]byte, error) { // want GetItem:"sends a request"
	return c.get("/items/" + id)
}

func (c *Client) get(path string) ([]byte, error) {
	resp, err := c.HTTP.Get(c.Base + path)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// GetName knows it.
func (c *Client) GetName(id string) (string, error) {
	if n, ok := c.names[id]; ok {
		return n, nil
	}
	return "", errors.New("unknown")
}
