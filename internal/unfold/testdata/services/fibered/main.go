// Command fibered keeps shopping carts, with fiber.
package main

import (
	"errors"
	"log"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"
)

type carts struct {
	hc  *http.Client
	url string
}

func (c *carts) fetch(id string) (err error) {
	for left := 3; left > 0; left-- {
		var resp *http.Response
		if resp, err = c.hc.Get(c.url + "/carts/" + id); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(resp.Status)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

//amplify:entry "GET /v2/carts/:id" net/http.(*Client).Get 3
func (c *carts) show(ctx *fiber.Ctx) error {
	if err := c.fetch(ctx.Params("id")); err != nil {
		return ctx.SendStatus(502)
	}
	return ctx.SendString("ok")
}

// merge needs both carts. Each is asked for by itself; of one of them there are
// three requests.
//
//amplify:entry "POST /v2/carts/:id/merge" net/http.(*Client).Get 3
func (c *carts) merge(ctx *fiber.Ctx) error {
	if err := c.fetch(ctx.Params("id")); err != nil {
		return err
	}
	return c.fetch("other")
}

//amplify:entry "GET /ping" net/http.(*Client).Head 1
func main() {
	c := &carts{hc: http.DefaultClient, url: "https://carts.example.test"}
	app := fiber.New(fiber.Config{AppName: "carts"})
	app.Use(func(ctx *fiber.Ctx) error { return ctx.Next() })
	app.Get("/ping", func(ctx *fiber.Ctx) error {
		_, err := c.hc.Head(c.url)
		return err
	})
	v2 := app.Group("/v2")
	g := v2.Group("/carts")
	g.Get("/:id", c.show)
	g.Post("/:id/merge", c.merge)
	log.Fatal(app.Listen(":3000"))
}
