package nearmiss

type errorsOf struct {
	because func(err error, why string) error
}

// The end of a process is told to everybody who asks.
func tells(of errorsOf, over error, ch chan<- error) {
	for {
		ch <- of.because(over, "over")
	}
}
