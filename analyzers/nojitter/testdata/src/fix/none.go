package fix

import (
	"net"
	"time"
)

// Both names are taken.
func taken(addr string, rand, mathrand int) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func pause(d time.Duration) { time.Sleep(d) }

// The wait is in another function.
func helped(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		pause(time.Second)
	}
	return err
}

// Which of the two is the wait, and which the limit?
func limited(addr string) (err error) {
	for range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-time.After(time.Minute):
		}
	}
	return err
}

// The timer is for more than the wait.
func several(addr string, events <-chan int) (err error) {
	t := time.NewTimer(time.Second)
	for { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		t.Reset(time.Minute)
		select {
		case <-events:
			t.Reset(2 * time.Second)
			<-t.C
		case <-t.C:
		}
	}
}

// One line would become too much, and a comment would be lost.
func long(addr string) (err error) {
	for i := range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(min(
			time.Second<<i, // doubled
			time.Minute,
		))
	}
	return err
}

func commented(addr string) (err error) {
	for i := range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second /* doubled */ << i)
	}
	return err
}

// A conversion to float64 is none here.
func float(addr string, float64 int) (err error) {
	for i := range 3 { // want `no jitter`
		if _, err = net.Dial("tcp", addr); err == nil {
			return nil
		}
		time.Sleep(time.Second << i)
	}
	return err
}
