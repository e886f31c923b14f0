// Package odd has code as nobody writes it, all of it legal. What counts is that it is
// read to the end; where the number is plain it is there too.
package odd

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"time"
	"unsafe"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// assembled has its body elsewhere.
func assembled(n int) int

//amplify:entry "odd.Assembled" net/http.Get assembled()
func Assembled(url string) (err error) {
	for i := 0; i < assembled(3); i++ {
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type number interface{ ~int | ~int8 | ~uint16 }

func sum[S ~[]N, N number](s S) (n N) {
	for _, x := range s {
		n += x
	}
	return n
}

type counts []int

//amplify:gap "odd.Summed" net/http.Get 3
func Summed(url string) (err error) {
	for i := 0; i < sum(counts{1, 2}); i++ {
		if err = get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// Ranged goes over a function. Its body is a closure, with returns and labels that
// leave it.
//
//amplify:entry "odd.Ranged" net/http.Get 3
func Ranged(url string) (err error) {
outer:
	for range upTo(3) {
		for i := range upTo(1) {
			if err = get(url); err == nil {
				return nil
			}
			if i > 5 {
				break outer
			}
			time.Sleep(time.Second)
			continue outer
		}
	}
	return err
}

//amplify:entry "odd.Goto" net/http.Get 2
func Goto(url string) error {
	n := 0
start:
	if n > 0 {
		goto second
	}
	if get(url) == nil {
		return nil
	}
	n++
	goto start
second:
	return get(url)
}

func Huge(n int, url string) error {
	switch n {
	case 0, 1, 2, 3:
		return get(url + "a")
	case 4:
		fallthrough
	case 5:
		return get(url + "b")
	case 6:
		switch url {
		case "a", "b":
			break
		default:
			return get(url)
		}
	case 7:
		for {
			switch {
			case n > 3:
				n--
				continue
			}
			break
		}
	case 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27:
		panic(n)
	}
	return nil
}

// Recursive has two closures that call each other.
func Recursive(url string) error {
	var even, odd func(n int) error
	even = func(n int) error {
		if n == 0 {
			return get(url)
		}
		return odd(n - 1)
	}
	odd = func(n int) error {
		if n == 0 {
			return errors.New("odd")
		}
		return even(n - 1)
	}
	return even(10)
}

func Stuck(url string) {
	if get(url) != nil {
		select {}
	}
	for {
	}
}

func Empty() {}

func (Record) Empty() {}

type Record struct {
	Name  string
	Inner struct {
		Count [2][3]int
		Next  *Record
	}
}

func Copied(url string) error {
	var a Record
	a.Inner.Count[1][2] = 3
	b := a
	b.Inner.Next = &a
	b.Inner.Next.Inner.Next = &b
	c := b.Inner
	c.Count[0] = a.Inner.Count[1]
	p := &c.Count
	for i := range p {
		for j := range p[i] {
			if p[i][j] > 0 {
				return get(url)
			}
		}
	}
	return nil
}

//amplify:entry "odd.Unsafe" net/http.Get Add(n)
func Unsafe(url string) error {
	n := 3
	p := (*[2]uint8)(unsafe.Pointer(&n))
	s := unsafe.Slice(&p[0], 2)
	s[1] = uint8(unsafe.Sizeof(n))
	q := (*int)(unsafe.Add(unsafe.Pointer(&n), 0))
	for i := 0; i < *q; i++ {
		if err := get(unsafe.String(&s[0], 1)); err == nil {
			return nil
		}
	}
	return nil
}

type closer interface{ io.Closer }

type file struct {
	closer
	*http.Client
}

func Values(f file, url string) error {
	shut := f.Close
	fetch := f.Client.Get
	fetch2 := (*http.Client).Head
	if f.closer != nil {
		defer shut()
	}
	if _, err := fetch2(f.Client, url); err != nil {
		return err
	}
	_, err := fetch(url)
	return err
}

// Deferred makes each of its requests once: nothing panics.
//
//amplify:entry "odd.Deferred" net/http.Get 1
func Deferred(urls []string) (err error) {
	for _, u := range urls {
		defer get(u)
		defer func() {
			if r := recover(); r != nil {
				err = get(u)
			}
		}()
	}
	go get("x")
	return nil
}

// The list of handlers is made by functions that refer to it.
var handlers = map[string]func(string) error{"a": first, "b": get}

func first(url string) error {
	if h, ok := table["b"]; ok {
		return h(url)
	}
	return get(url)
}

var table map[string]func(string) error

func init() { table = handlers }

func init() {
	if table == nil {
		Looked("", "")
	}
}

func Looked(name, url string) error { return table[name](url) }

// Pair is an alias with type parameters.
type Pair[T any] = struct {
	A, B T
	F    func(T) error
}

type list[T any] struct {
	head T
	tail *list[T]
}

func (l *list[T]) each(f func(T) error) error {
	if l == nil {
		return nil
	}
	if err := f(l.head); err != nil {
		return err
	}
	return l.tail.each(f)
}

func Aliased(p Pair[string]) error {
	if p.F == nil {
		p.F = get
	}
	l := &list[string]{p.A, &list[string]{head: p.B}}
	return l.each(p.F)
}

type tree[K comparable, V any] interface {
	*leaf[K, V]
	at(K) V
}

type leaf[K comparable, V any] struct{ m map[K]V }

func (l *leaf[K, V]) at(k K) V { return l.m[k] }

func lookUp[K comparable, V any, T tree[K, V]](t T, k K) V { return t.at(k) }

func Generic(url string) error {
	l := &leaf[string, func(string) error]{map[string]func(string) error{"x": get}}
	return lookUp(l, "x")(url)
}

func Channels(ctx context.Context, url string) error {
	ch := make(chan chan func() error, 1)
	in := make(chan func() error, 1)
	in <- func() error { return get(url) }
	ch <- in
	select {
	case c, ok := <-ch:
		if ok {
			return (<-c)()
		}
	case <-ctx.Done():
	}
	close(ch)
	for range ch {
		clear(table)
	}
	return nil
}

func Converted(url string) error {
	b := []byte(url)
	arr := [4]byte(append(b, 0, 0, 0, 0))
	r := []rune(string(arr[:]))
	x := complex(1, 2)
	if real(x) > 1 && len(r) > cap(b) && min(len(b), 3, 4) < max(1, 2) {
		return get(string(r[0]))
	}
	var e any = r
	switch v := e.(type) {
	case []rune:
		return get(string(v))
	case error:
		return v
	case interface{ Do(string) error }:
		return v.Do(url)
	case nil, int:
	}
	copy(b[1:], b)
	delete(table, url)
	n := 1 << (len(b) % 64)
	return get(url[n%2 : len(url)-n/(n+1)])
}

// Nested is deep.
//
//amplify:entry "odd.Nested" net/http.Get 2
func Nested(url string) error {
	f := func() func() func() error {
		return func() func() error {
			return func() error { return get(url) }
		}
	}
	if f()()() == nil {
		return nil
	}
	return f()()()
}

var loop *node

type node struct {
	next *node
	run  func(*node) error
}

// Circle is a list that ends where it begins.
func Circle(url string) error {
	a := &node{run: func(n *node) error { return n.next.run(n.next) }}
	a.next = &node{next: a, run: a.run}
	loop = a
	if url == "" {
		a.next.run = func(*node) error { return get(url) }
	}
	return loop.run(a)
}

func Variadic(fs ...func(...string) error) error {
	for _, f := range fs {
		if err := f(); err != nil {
			return err
		}
	}
	return Variadic(append(fs, func(s ...string) error { return get(s[0]) })...)
}
