// Command turns has handlers before its handlers, in frameworks that go on by
// themselves and in others that have to be told.
package main

import (
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"
)

func fetch(times int) {
	for n := 0; n < times; n++ {
		if resp, err := http.Get("http://data.example.test/"); err == nil {
			resp.Body.Close()
			return
		}
	}
}

func allowed() bool {
	for n := 0; n < 2; n++ {
		if resp, err := http.Head("http://rights.example.test/"); err == nil {
			resp.Body.Close()
			return true
		}
	}
	return false
}

// count says nothing about what comes next.
func count(c *gin.Context) { c.Status(http.StatusOK) }

// refuse may say that nothing comes next.
func refuse(c *gin.Context) {
	if !allowed() {
		c.AbortWithStatus(http.StatusForbidden)
	}
}

// guard does, or goes on.
func guard(c *gin.Context) {
	if !allowed() {
		c.Abort()
		return
	}
	c.Next()
}

// warm asks for something of its own, whatever becomes of that.
func warm(*gin.Context) { fetch(4) }

// gone answers for all.
func gone(c *gin.Context) {
	fetch(9)
	c.AbortWithStatus(http.StatusGone)
}

//amplify:entry "GET /counted" net/http.Get 3
//amplify:entry "GET /refused" net/http.Get 4
//amplify:entry "GET /refused" net/http.Head 2
//amplify:entry "GET /guarded" net/http.Get 5
//amplify:entry "GET /guarded" net/http.Head 2
//amplify:entry "GET /in/deep" net/http.Get 6
//amplify:entry "GET /in/deep" net/http.Head 2
//amplify:entry "GET /warmed" net/http.Get 6
//amplify:entry "GET /gone" net/http.Get 9
//amplify:entry "PURGE /cache" net/http.Get 7
func goesOn() {
	r := gin.New()
	r.GET("/counted", count, func(*gin.Context) { fetch(3) })
	r.GET("/refused", refuse, func(*gin.Context) { fetch(4) })
	r.GET("/guarded", count, guard, func(*gin.Context) { fetch(5) })
	in := r.Group("/in", count)
	in.Use(refuse)
	in.GET("/deep", func(*gin.Context) { fetch(6) })
	r.GET("/warmed", warm, func(*gin.Context) { fetch(6) })
	r.GET("/gone", gone, func(*gin.Context) { fetch(8) })
	r.Handle("PURGE", "/cache", count, func(*gin.Context) { fetch(7) })
	log.Print(r.Run(":8001"))
}

//amplify:entry "GET /told" net/http.Get 3
//amplify:entry "GET /told" net/http.Head 2
//amplify:entry "GET /stopped" net/http.Head 2
func isTold() {
	app := fiber.New()
	app.Get("/told", func(c *fiber.Ctx) error {
		if !allowed() {
			return c.SendStatus(http.StatusForbidden)
		}
		return c.Next()
	}, func(*fiber.Ctx) error {
		fetch(3)
		return nil
	})
	app.Get("/stopped", func(c *fiber.Ctx) error {
		allowed()
		return c.SendStatus(http.StatusGone)
	}, func(*fiber.Ctx) error {
		fetch(4)
		return nil
	})
	log.Print(app.Listen(":8002"))
}

//amplify:entry "GET,HEAD /both" net/http.Get 2
//amplify:entry "DELETE /begun" net/http.Get 3
//amplify:entry "/old/begun" net/http.Get 4
//amplify:entry "PUT,PATCH /match" net/http.Get 5
func named() {
	m := mux.NewRouter()
	m.HandleFunc("/both", func(http.ResponseWriter, *http.Request) { fetch(2) }).Methods("GET", http.MethodHead)
	m.NewRoute().Path("/begun").Methods("DELETE").Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fetch(3) }))
	old := m.NewRoute().PathPrefix("/old").Subrouter()
	old.HandleFunc("/begun", func(http.ResponseWriter, *http.Request) { fetch(4) })
	go func() { log.Print(http.ListenAndServe(":8003", m)) }()

	e := echo.New()
	e.Match([]string{"PUT", "PATCH"}, "/match", func(echo.Context) error {
		fetch(5)
		return nil
	})
	log.Print(e.Start(":8004"))
}

func main() {
	go goesOn()
	go isTold()
	named()
}
