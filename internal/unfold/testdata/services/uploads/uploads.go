// Package uploads keeps files in a store whose client retries what may be sent
// again, and nothing else.
package uploads

import (
	"context"

	"cloud.google.com/go/storage"
)

type Files struct {
	bucket *storage.BucketHandle
}

// Open makes the files.
func Open(ctx context.Context) (*Files, error) {
	c, err := storage.NewClient(ctx)
	if err != nil {
		return nil, err
	}
	return &Files{c.Bucket("files")}, nil
}

// Exists reads.
//
//amplify:entry "Files.Exists" cloud.google.com/go/storage.(*ObjectHandle).Attrs unbounded
func (f *Files) Exists(ctx context.Context, name string) bool {
	_, err := f.bucket.Object(name).Attrs(ctx)
	return err == nil
}

// Remove is not sent again: the object may be a new one.
func (f *Files) Remove(ctx context.Context, name string) error {
	return f.bucket.Object(name).Delete(ctx)
}

// RemoveStubbornly is, as it says so, up to five times.
//
//amplify:entry "Files.RemoveStubbornly" cloud.google.com/go/storage.(*ObjectHandle).Delete 5
func (f *Files) RemoveStubbornly(ctx context.Context, name string) error {
	return f.bucket.Object(name).Retryer(storage.WithPolicy(storage.RetryAlways), storage.WithMaxAttempts(5)).Delete(ctx)
}

// RemoveLimited has a limit for what is not sent again anyway.
func (f *Files) RemoveLimited(ctx context.Context, name string) error {
	return f.bucket.Object(name).Retryer(storage.WithMaxAttempts(5)).Delete(ctx)
}

// Put uploads, and tries twice.
//
//amplify:entry "Files.Put" cloud.google.com/go/storage.(*Writer).Close 2
func (f *Files) Put(ctx context.Context, name string, data []byte) (err error) {
	for range 2 {
		w := f.bucket.Object(name).NewWriter(ctx)
		if _, err = w.Write(data); err != nil {
			continue
		}
		if err = w.Close(); err == nil {
			return nil
		}
	}
	return err
}

// Create uploads only where there is nothing yet, which may be sent again.
//
//amplify:entry "Files.Create" cloud.google.com/go/storage.(*Writer).Close unbounded
func (f *Files) Create(ctx context.Context, name string, data []byte) error {
	w := f.bucket.Object(name).If(storage.Conditions{DoesNotExist: true}).NewWriter(ctx)
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}
