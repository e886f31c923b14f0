// Package odd holds legal Go that is seldom written. Little of it is a retry;
// none of it may upset the analyzer.
package odd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"time"
	"unsafe"
)

const (
	a = iota
	_
	b
	c = 1 << (10 * iota)
)

var _ = func() int { return a + b + c }()

var _, _ = net.Dial("tcp", "at:1")

func init() {
	for range 2 {
	}
}

func init() {}

func _() { _ = unsafe.Sizeof(0) }

func _() {}

// stub is written in assembly.
func stub(addr *byte) error

func callsStub(addr *byte) (err error) {
	for range 3 {
		if err = stub(addr); err == nil {
			return nil
		}
	}
	return err
}

type pair[K comparable, V any] struct {
	k K
	v V
}

func (p *pair[K, V]) get(f func(K) (V, error)) (v V, err error) {
	for range 3 { // want "loop f x3 none"
		if v, err = f(p.k); err == nil {
			p.v = v
			return v, nil
		}
	}
	return v, err
}

func usesPair() (net.Conn, error) {
	p := &pair[string, net.Conn]{k: "x:1"}
	return p.get(func(a string) (net.Conn, error) { return net.Dial("tcp", a) }) // want "call net.Dial x3 none"
}

type tree[T any] struct {
	left, right *tree[T]
	v           T
}

func (t *tree[T]) all(yield func(T) bool) bool {
	return t == nil || t.left.all(yield) && yield(t.v) && t.right.all(yield)
}

func (t *tree[T]) each() iter.Seq[T] {
	return func(yield func(T) bool) { t.all(yield) }
}

func attempts(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			time.Sleep(time.Second)
		}
	}
}

func tries(n int, f func() error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := 0; i < n; i++ {
			if !yield(i, f()) {
				return
			}
		}
	}
}

func rangeTree(t *tree[string]) {
	for a := range t.each() {
		if _, err := net.Dial("tcp", a); err != nil {
			continue
		}
		defer fmt.Println(a)
	}
}

func rangePull() {
	next, stop := iter.Pull(attempts(3))
	defer stop()
	for {
		if _, ok := next(); !ok {
			return
		}
	}
}

func forEver() {
	for {
	}
}

func selectForEver() {
	select {}
}

func emptyCases(ch chan int) {
	for {
		select {
		case <-ch:
		case ch <- 1:
		default:
		}
	}
}

func nilChannels(err error) {
	var ch chan struct{}
	for err != nil {
		select {
		case <-ch:
		}
	}
}

func labelledBlock(n int) {
block:
	{
		if n > 1 {
			n--
			goto block
		}
		fmt.Println(n)
	}
sw:
	switch {
	case n > 0:
		break sw
	}
unused:
	for range 1 {
		continue unused
	}
}

func jumps(n int) {
	i := 0
one:
	i++
	if i > n {
		goto three
	}
two:
	if i%2 == 0 {
		i++
		goto two
	}
	goto one
three:
	fmt.Println(i)
}

// Two entries to a cycle: no natural loop.
func irreducible(addr string, x bool) {
	if x {
		goto inside
	}
outside:
	if _, err := net.Dial("tcp", addr); err == nil {
		return
	}
inside:
	if _, err := net.Dial("tcp", addr); err != nil {
		goto outside
	}
}

func deferInLoop(addrs []string) (err error) {
	for _, a := range addrs {
		c, err := net.Dial("tcp", a)
		if err != nil {
			return err
		}
		defer c.Close()
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
	}
	return nil
}

func recovers(f func() error) (err error) {
	for range 3 { // want "loop the_function_literal x3 none"
		err = func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("%v", r)
				}
			}()
			return f()
		}()
		if err == nil {
			return nil
		}
	}
	return err
}

func panics(addr string) net.Conn {
	for i := 0; ; i++ { // want "loop net.Dial x3 none"
		c, err := net.Dial("tcp", addr)
		if err == nil {
			return c
		}
		if i == 2 {
			panic(err)
		}
	}
}

type dialer interface {
	Dial(network, addr string) (net.Conn, error)
}

type closer interface{ Close() error }

type both interface {
	dialer
	closer
	fmt.Stringer
}

type embeds struct {
	both
	*http.Client
	error
}

func (e embeds) open() (c net.Conn, err error) {
	for range 3 { // want "loop odd.dialer.Dial x3 none"
		if c, err = e.Dial("tcp", "x:1"); err == nil {
			return c, nil
		}
	}
	return nil, err
}

func methodExpression(d *net.Dialer) (c net.Conn, err error) {
	f := (*net.Dialer).Dial
	for range 3 { // want "loop net.Dialer.Dial x3 none"
		if c, err = f(d, "tcp", "x:1"); err == nil {
			return c, nil
		}
	}
	return nil, err
}

func capturesLoopVar(addr string) (fs []func() error) {
	for i := 0; i < 3; i++ {
		fs = append(fs, func() error {
			i++
			_, err := net.Dial("tcp", addr)
			return err
		})
	}
	return fs
}

func selfReference() {
	var f func(int) error
	f = func(n int) error {
		if n == 0 {
			return errors.New("zero")
		}
		return f(n - 1)
	}
	f(3)
}

type recursiveFunc func(recursiveFunc) error

func y(f recursiveFunc) error { return f(f) }

func mutual1(n int) error { return mutual2(n) }
func mutual2(n int) error { return mutual3(n) }
func mutual3(n int) error {
	if n == 0 {
		return nil
	}
	return mutual1(n - 1)
}

func complexNumbers(z complex128) (err error) {
	for i := 0i; real(i) < real(z); i += 1 { // want "loop net.Dial "
		if _, err = net.Dial("tcp", "x:1"); err == nil {
			return nil
		}
	}
	return err
}

func strings(s string) (err error) {
	for range s {
		if _, err = net.Dial("tcp", "x:1"); err == nil {
			return nil
		}
	}
	return err
}

func arrays(p *[3]int) (err error) {
	for range p { // want "loop net.Dial x3 none"
		if _, err = net.Dial("tcp", "x:1"); err == nil {
			return nil
		}
	}
	return err
}

func manyResults() (a, b, c int, _ error, ok bool) {
	for range 3 {
		a, b, c, _, ok = manyResults()
	}
	return
}

func variadic(fs ...func() error) (err error) {
	for _, f := range fs { // want "failover the_function_value x<number of targets> none"
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func fallsThrough(n int, addr string) (err error) {
	for i := range 3 { // want "loop net.Dial x3 fixed/1s"
		switch _, err = net.Dial("tcp", addr); {
		case err == nil:
			return nil
		case i == 1:
			fallthrough
		case n > 3:
			fmt.Println(n)
			fallthrough
		default:
			time.Sleep(time.Second)
		}
	}
	return err
}

func unsafePointers(p unsafe.Pointer) (err error) {
	for i := uintptr(0); i < 3; i++ { // want "failover net.Dial x3 none"
		if _, err = net.Dial("tcp", *(*string)(unsafe.Add(p, i*unsafe.Sizeof("")))); err == nil {
			return nil
		}
	}
	return err
}

func shadowedNames(addr string) {
	nil := errors.New("not nil")
	true := false
	for !true { // want "net.Dial unbounded none"
		if _, err := net.Dial("tcp", addr); err == nil {
			return
		}
	}
}

func goAndDefer(ctx context.Context) {
	for range 3 {
		go func() { <-ctx.Done() }()
		defer func() {}()
	}
}

func minMaxClear(m map[string]int, s []int) {
	for len(m) > 0 {
		clear(m)
		clear(s)
		_ = min(len(m), len(s), 3)
	}
}

func local(n int) error {
	_, err := net.Dial("tcp", fmt.Sprint("x:", n))
	return err
}
