// Package realtest checks the catalog against the libraries that it speaks of:
// that every symbol exists in the version named, with the arguments and fields
// that its row relies on, and, for the helpers that can be run cheaply, that
// the real code makes as many attempts as the row says.
//
// It is a module of its own, so that these libraries are no dependencies of
// retrylint. Run it with
//
//	cd internal/catalog/realtest && go test ./...
package realtest
