// Command resend sends something once more, next to a server of the same module.
package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"example.test/services/programs/health"
)

func main() {
	req, err := http.NewRequest(http.MethodPut, os.Args[1], nil)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set(health.Name, "resend")
	if err := resend(req); err != nil {
		log.Fatal(err)
	}
}

//amplify:entry "resend" net/http.(*Client).Do 4
func resend(req *http.Request) error {
	var err error
	for i := range 4 {
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second << i)
	}
	return err
}
