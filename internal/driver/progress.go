package driver

import (
	"sync"
	"time"

	"honnef.co/go/tools/lintcmd/runner"
)

// Progress is told how many packages of how many are done. The numbers count
// dependencies too; total is 0 while packages are being listed. It is called
// once more, with done < 0, when the run is over.
type Progress func(done, total int)

// Work that is over sooner than this shows no progress.
const (
	progressAfter = 3 * time.Second
	progressEvery = 500 * time.Millisecond
)

// watch tells progress how the run goes until stop is called.
func watch(progress Progress, stats *runner.Stats) (stop func()) {
	if progress == nil {
		return func() {}
	}
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		timer := time.NewTimer(progressAfter)
		defer timer.Stop()
		for shown := false; ; shown = true {
			select {
			case <-quit:
				if shown {
					progress(-1, 0)
				}
				return
			case <-timer.C:
				progress(stats.ProcessedPackages(), stats.TotalPackages())
				timer.Reset(progressEvery)
			}
		}
	})
	return func() { close(quit); wg.Wait() }
}
