// Package fiber is a stand-in for the framework of that name.
package fiber

type Handler = func(*Ctx) error

type Ctx struct{ path string }

func (c *Ctx) Params(key string, defaultValue ...string) string { panic("stub") }

func (c *Ctx) SendStatus(status int) error { panic("stub") }

func (c *Ctx) SendString(body string) error { panic("stub") }

func (c *Ctx) Next() error { panic("stub") }

type Config struct{ AppName string }

type Router interface {
	Use(args ...interface{}) Router
	Get(path string, handlers ...Handler) Router
	Post(path string, handlers ...Handler) Router
	Delete(path string, handlers ...Handler) Router
	Group(prefix string, handlers ...Handler) Router
}

type App struct{ name string }

func New(config ...Config) *App { panic("stub") }

func (app *App) Use(args ...interface{}) Router { panic("stub") }

func (app *App) Get(path string, handlers ...Handler) Router { panic("stub") }

func (app *App) Post(path string, handlers ...Handler) Router { panic("stub") }

func (app *App) Delete(path string, handlers ...Handler) Router { panic("stub") }

func (app *App) Group(prefix string, handlers ...Handler) Router { panic("stub") }

func (app *App) Listen(addr string) error { panic("stub") }
