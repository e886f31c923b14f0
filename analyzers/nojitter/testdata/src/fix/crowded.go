package fix

import ("net"; clock "time"); var crowdedAddr = "db:1"

func crowded() (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", crowdedAddr); err == nil {
			return nil
		}
		clock.Sleep(clock.Second)
	}
	return err
}
