// Package leases runs jobs under a lease.
package leases

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"example.test/services/leases/lock"
	"example.test/services/leases/runner"
)

const releaseTries = 3

type Job struct {
	ID   string
	Spec string
}

type Worker struct {
	locks  *lock.Client
	runner *runner.Client
}

func NewWorker(l *lock.Client, r *runner.Client) *Worker { return &Worker{locks: l, runner: r} }

// HandleJob is called for each message of the job queue.
//
//amplify:entry "Worker.HandleJob" net/http.(*Client).Do 6
func (w *Worker) HandleJob(ctx context.Context, job Job) (err error) {
	if err := w.locks.Acquire(ctx, job.ID); err != nil {
		return err
	}
	defer func() {
		for i := 0; i < releaseTries; i++ {
			rerr := w.locks.Release(context.WithoutCancel(ctx), job.ID)
			if rerr == nil {
				return
			}
			slog.WarnContext(ctx, "lease was not released", "job", job.ID, "try", i, "err", rerr)
			time.Sleep(time.Second)
		}
		err = errors.Join(err, fmt.Errorf("lease of %s is lost", job.ID))
	}()
	return w.runner.Run(ctx, job.Spec)
}

// HandleBatch gives each batch two chances. The report of every chance is sent
// when the chance is over, whatever came of it.
//
//amplify:entry "Worker.HandleBatch" net/http.(*Client).Do 6
//amplify:entry "Worker.HandleBatch" net/http.(*Client).Post 8
func (w *Worker) HandleBatch(ctx context.Context, jobs []Job) error {
	var err error
	for chance := 0; chance < 2; chance++ {
		if err = w.chance(ctx, jobs); err == nil {
			return nil
		}
	}
	return err
}

func (w *Worker) chance(ctx context.Context, jobs []Job) (err error) {
	defer w.report(ctx, len(jobs), &err)
	for _, job := range jobs {
		if err := w.runner.Run(ctx, job.Spec); err != nil {
			return fmt.Errorf("job %s: %w", job.ID, err)
		}
	}
	return nil
}

func (w *Worker) report(ctx context.Context, n int, outcome *error) {
	for attempt := 1; attempt <= 4; attempt++ {
		if w.runner.Report(ctx, n, *outcome) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
