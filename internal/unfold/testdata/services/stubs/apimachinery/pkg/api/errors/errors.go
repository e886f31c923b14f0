package errors

import "k8s.io/apimachinery/pkg/runtime/schema"

type StatusError struct{ Code int }

func (e *StatusError) Error() string { panic("stub") }

func NewConflict(qualifiedResource schema.GroupResource, name string, err error) *StatusError {
	panic("stub")
}

func NewNotFound(qualifiedResource schema.GroupResource, name string) *StatusError { panic("stub") }

func IsNotFound(err error) bool { panic("stub") }

func IsConflict(err error) bool { panic("stub") }
