// Package gaps has what the rule should say and does not say yet.
package gaps

func table(c *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if !again[resp.StatusCode] {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errBusy
}

func jump(c *http.Client, req *http.Request) (*http.Response, error) {
again: // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
	resp, err := c.Do(req)
	if err == nil && busy(resp) {
		resp.Body.Close()
		time.Sleep(time.Second)
		goto again
	}
	return resp, err
}

func callback(ctx context.Context, c *http.Client, req *http.Request) (data []byte, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries HTTP 429 or 503 from \(\*net/http\.Client\)\.Do`
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 500 {
			return errBusy
		}
		data, err = io.ReadAll(resp.Body)
		return err
	})
	return data, err
}
