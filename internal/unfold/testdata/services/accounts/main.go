// Command accounts is the account API of the back office.
package main

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"example.test/services/accounts/crm"
	"example.test/services/accounts/internal/again"
)

type handlers struct {
	crm *crm.Client
}

//amplify:entry "GET /api/accounts/:id" net/http.(*Client).Do 4
func (h *handlers) getAccount(c *gin.Context) {
	acc, err := h.crm.Account(c.Request.Context(), c.Param("id"))
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, acc)
}

// syncAccount does the whole sync again when any part of it failed.
//
//amplify:entry "POST /api/accounts/:id/sync" net/http.(*Client).Do 12
func (h *handlers) syncAccount(c *gin.Context) {
	ctx := c.Request.Context()
	n, err := again.Value(ctx, again.Options{Attempts: 3, Delay: time.Second}, func() (int, error) {
		acc, err := h.crm.Account(ctx, c.Param("id"))
		if err != nil {
			return 0, err
		}
		return acc.Version, nil
	})
	if err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.JSON(http.StatusOK, gin.H{"version": n})
}

//amplify:entry "DELETE /api/accounts/:id" net/http.(*Client).Do 5
func (h *handlers) deleteAccount(c *gin.Context) {
	if err := h.crm.Delete(c.Request.Context(), c.Param("id")); err != nil {
		c.AbortWithStatusJSON(http.StatusBadGateway, gin.H{"error": err.Error()})
		return
	}
	c.Status(http.StatusNoContent)
}

func router(h *handlers) *gin.Engine {
	r := gin.New()
	r.Use(gin.Recovery())
	api := r.Group("/api")
	{
		accounts := api.Group("/accounts")
		accounts.GET("/:id", h.getAccount)
		accounts.POST("/:id/sync", h.syncAccount)
		accounts.DELETE("/:id", h.deleteAccount)
	}
	return r
}

func main() {
	h := &handlers{crm: crm.New("https://crm.example.test", nil)}
	if err := router(h).Run(":8080"); err != nil {
		panic(err)
	}
}
