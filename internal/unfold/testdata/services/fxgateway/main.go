// Command fxgateway quotes currency conversions.
package main

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"example.test/services/fxgateway/quote"
)

type app struct {
	quoter quote.Quoter
	direct quote.Quoter
}

//amplify:entry "GET /v1/quotes/:pair" net/http.(*Client).Do 3
func (a *app) getQuote(c echo.Context) error {
	q, err := a.quoter.Quote(c.Request().Context(), c.Param("pair"))
	if err != nil {
		return echo.NewHTTPError(http.StatusBadGateway, err.Error())
	}
	return c.JSON(http.StatusOK, q)
}

// preview is only a hint, it is not worth a retry.
//
//amplify:entry "GET /v1/quotes/:pair/preview" net/http.(*Client).Do 1
func (a *app) preview(c echo.Context) error {
	q, err := a.direct.Quote(c.Request().Context(), c.Param("pair"))
	if err != nil {
		return c.NoContent(http.StatusNoContent)
	}
	return c.JSON(http.StatusOK, q)
}

// lockQuote insists.
//
//amplify:entry "POST /v1/quotes/:pair/lock" net/http.(*Client).Do 9
func (a *app) lockQuote(c echo.Context) error {
	ctx := c.Request().Context()
	for attempt := 1; ; attempt++ {
		q, err := a.quoter.Quote(ctx, c.Param("pair"))
		if err == nil {
			return c.JSON(http.StatusCreated, q)
		}
		if attempt > 2 {
			return echo.NewHTTPError(http.StatusServiceUnavailable, "no quote to lock")
		}
		time.Sleep(2 * time.Second)
	}
}

func newApp(hc *http.Client, url string) *app {
	direct := quote.NewHTTP(hc, url)
	return &app{
		direct: direct,
		quoter: quote.WithLog(quote.WithRetry(quote.WithCache(direct), 3)),
	}
}

func (a *app) server() *echo.Echo {
	e := echo.New()
	e.HideBanner = true
	v1 := e.Group("/v1")
	v1.GET("/quotes/:pair", a.getQuote)
	v1.GET("/quotes/:pair/preview", a.preview)
	v1.POST("/quotes/:pair/lock", a.lockQuote)
	return e
}

func main() {
	a := newApp(&http.Client{Timeout: time.Second}, "https://fx.example.test")
	e := a.server()
	e.Logger.Fatal(e.Start(":8080"))
}
