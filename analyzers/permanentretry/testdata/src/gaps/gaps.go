// Package gaps has what the rule should say and does not say yet.
package gaps

func callback(ctx context.Context, c *http.Client, req *http.Request) (resp *http.Response, err error) {
	err = retry.Do(ctx, 3, func() error { // want `retries HTTP 404: the answer to \(\*net/http\.Client\)\.Do will not change`
		if resp, err = c.Do(req); err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			resp.Body.Close()
			return errStatus
		}
		return nil
	})
	return resp, err
}
