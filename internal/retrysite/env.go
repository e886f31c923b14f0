package retrysite

import (
	"hash/maphash"
)

// env holds what is known of values and of memory cells at one point of a walk.
// Keys are ssa.Value and cell. It is small, copied often and compared often:
// so a list, with the sum of its elements' hashes.
type env struct {
	list []binding
	sum  uint64
	// shared is whether others have the list too: it is copied before it is changed.
	shared bool
}

type binding struct {
	key  any
	v    value
	hash uint64
}

var envSeed = maphash.MakeSeed()

func newEnv(m assumption) *env {
	e := &env{}
	for k, v := range m {
		e.set(k, v)
	}
	return e
}

func (e *env) get(key any) (value, bool) {
	for i := range e.list {
		if e.list[i].key == key {
			return e.list[i].v, true
		}
	}
	return value{}, false
}

func (e *env) set(key any, v value) {
	type pair struct {
		key any
		v   value
	}
	h := maphash.Comparable(envSeed, pair{key, v})
	for i := range e.list {
		if e.list[i].key == key {
			if e.list[i].v != v {
				e.own()
				e.sum += h - e.list[i].hash
				e.list[i].v, e.list[i].hash = v, h
			}
			return
		}
	}
	e.own()
	e.list = append(e.list, binding{key, v, h})
	e.sum += h
}

// put is set, or del where nothing is known.
func (e *env) put(key any, v value) {
	if v.kind == anything {
		e.del(key)
	} else {
		e.set(key, v)
	}
}

// own gives e a list of its own.
func (e *env) own() {
	if e.shared {
		e.list = append(make([]binding, 0, len(e.list)+4), e.list...)
		e.shared = false
	}
}

func (e *env) del(key any) {
	for i := range e.list {
		if e.list[i].key == key {
			e.remove(i)
			return
		}
	}
}

func (e *env) remove(i int) {
	e.own()
	e.sum -= e.list[i].hash
	last := len(e.list) - 1
	e.list[i] = e.list[last]
	e.list = e.list[:last]
}

// keep removes the bindings for which want is false.
func (e *env) keep(want func(binding) bool) {
	for i := 0; i < len(e.list); {
		if want(e.list[i]) {
			i++
		} else {
			e.remove(i)
		}
	}
}

func (e *env) clone() *env {
	e.shared = true
	c := *e
	return &c
}

// add copies the bindings of an assumption.
func (e *env) add(m assumption) {
	for k, v := range m {
		e.set(k, v)
	}
}

func (e *env) equal(o *env) bool { return e.sum == o.sum && len(e.list) == len(o.list) }
