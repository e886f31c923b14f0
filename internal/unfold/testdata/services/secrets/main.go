// Command secrets hands secrets of the store to the deployments.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"

	"example.test/services/secrets/auth"
	"example.test/services/secrets/store"
)

type api struct {
	tokens *auth.Source
	store  *store.Client
}

// read needs a token before it can ask for the secret.
//
//amplify:entry "GET /secrets/:name" net/http.(*Client).Do 12
//amplify:entry "GET /secrets/:name" net/http.(*Client).PostForm 6
func (a *api) read(c echo.Context) error {
	ctx := c.Request().Context()
	var last error
	for attempt := 0; attempt < 3; attempt++ {
		token, err := a.tokens.Token(ctx)
		if err != nil {
			last = fmt.Errorf("token: %w", err)
			continue
		}
		secret, err := a.store.Read(ctx, token, c.Param("name"))
		if err != nil {
			last = err
			continue
		}
		return c.String(http.StatusOK, secret)
	}
	return echo.NewHTTPError(http.StatusBadGateway, last.Error())
}

// rotate sends the request once more with a new token when the old one was
// refused.
//
//amplify:entry "POST /secrets/:name/rotate" net/http.(*Client).Do 2
//amplify:entry "POST /secrets/:name/rotate" net/http.(*Client).PostForm 2
func (a *api) rotate(c echo.Context) error {
	ctx := c.Request().Context()
	token := a.tokens.Cached()
	err := a.store.Rotate(ctx, token, c.Param("name"))
	if errors.Is(err, store.ErrUnauthorized) {
		if token, err = a.tokens.Token(ctx); err == nil {
			err = a.store.Rotate(ctx, token, c.Param("name"))
		}
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, err.Error())
	}
	return c.NoContent(http.StatusNoContent)
}

func newAPI(hc *http.Client, authURL, storeURL string) *api {
	return &api{tokens: auth.New(hc, authURL), store: store.New(hc, storeURL, 4)}
}

func (a *api) register(e *echo.Echo) {
	e.GET("/secrets/:name", a.read)
	e.POST("/secrets/:name/rotate", a.rotate)
}

func main() {
	e := echo.New()
	e.Logger.SetOutput(io.Discard)
	newAPI(&http.Client{Timeout: 5 * time.Second}, os.Getenv("AUTH_URL"), os.Getenv("STORE_URL")).register(e)
	if err := e.Start(":8080"); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
