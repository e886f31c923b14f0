package unfold

import (
	"bytes"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A value is what is known of a Go value: nil for nothing, else one of the types
// below, or an *object for a pointer to it.
type value any

type (
	// konst is a number, string or truth value.
	konst struct{ v constant.Value }
	// null is a nil pointer, interface, function, slice, map or channel.
	null struct{}
	// symbol is a number or string known only at run time.
	symbol struct{ name string }
	// closure is a function with the variables that it captures.
	closure struct {
		fn   *ssa.Function
		bind []value
	}
	// foreign is a function of code out of scope, as a value: called, it makes a
	// request, or does what we do not see.
	foreign struct {
		fn   *types.Func
		recv value
	}
	// record is a struct or an array.
	record struct {
		typ    types.Type
		fields []value
		from   *object // what it was read from, where that was made out of scope
	}
	// boxed is a value in an interface.
	boxed struct {
		val value
		typ types.Type
	}
	// slice is the first n elements of an array, or an unknown number where n < 0.
	slice struct {
		arr *object
		n   int
	}
	// tuple holds the results of a call.
	tuple []value
	// union is one of a few values.
	union []value
)

// elements lists the elements of a slice, as far as they are known: none where their
// number is not.
func (s slice) elements() []value {
	if s.arr == nil {
		return nil
	}
	var out []value
	for i := range max(0, min(s.n, maxRounds)) {
		out = append(out, s.arr.element(i))
	}
	return out
}

// members lists the elements of a slice that are known, also where their number is not.
func (s slice) members() []value {
	if s.n < 0 && s.arr != nil {
		s.n = len(s.arr.kids)
	}
	return s.elements()
}

// maxUnion limits how many alternatives of a value are kept apart.
const maxUnion = 8

func number(n int64) value { return konst{constant.MakeInt64(n)} }
func truth(b bool) value   { return konst{constant.MakeBool(b)} }

// integer gives the integer that v is.
func integer(v value) (int64, bool) {
	k, ok := v.(konst)
	if !ok {
		return 0, false
	}
	if i := constant.ToInt(k.v); i.Kind() == constant.Int {
		return constant.Int64Val(i)
	}
	return 0, false
}

// text gives the string that v is.
func text(v value) (string, bool) {
	if b, ok := v.(boxed); ok {
		v = b.val
	}
	k, ok := v.(konst)
	if !ok || k.v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(k.v), true
}

// holds gives the truth value that v is.
func holds(v value) (is, known bool) {
	k, ok := v.(konst)
	if !ok || k.v.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(k.v), true
}

// alternatives lists what v can be.
func alternatives(v value) []value {
	switch v := v.(type) {
	case nil:
		return nil
	case union:
		return v
	}
	return []value{v}
}

// unboxed gives the value in an interface.
func unboxed(v value) value {
	if b, ok := v.(boxed); ok {
		return b.val
	}
	return v
}

// join gives a value that is one of x and y.
func join(x, y value) value {
	if x == nil || y == nil {
		return nil
	}
	if same(x, y) {
		return x
	}
	if rx, ok := x.(record); ok {
		if ry, ok := y.(record); ok && len(rx.fields) == len(ry.fields) {
			out := record{typ: rx.typ, fields: make([]value, len(rx.fields))}
			for i := range rx.fields {
				out.fields[i] = join(rx.fields[i], ry.fields[i])
			}
			return out
		}
	}
	if tx, ok := x.(tuple); ok {
		if ty, ok := y.(tuple); ok && len(tx) == len(ty) {
			out := make(tuple, len(tx))
			for i := range tx {
				out[i] = join(tx[i], ty[i])
			}
			return out
		}
	}
	return joinAll(x, y)
}

func joinAll(x, y value) value {
	out := slices.Clip(alternatives(x))
	for _, v := range alternatives(y) {
		if !slices.ContainsFunc(out, func(o value) bool { return same(o, v) }) {
			out = append(out, v)
		}
	}
	for _, v := range out {
		if s, ok := v.(symbol); ok {
			return s // unknown with a name
		}
	}
	if len(out) > maxUnion {
		return nil
	}
	return union(out)
}

// widen is join for a variable of a loop: numbers that move are forgotten.
func widen(x, y value) value {
	v := join(x, y)
	for _, a := range alternatives(v) {
		if _, ok := a.(konst); ok && !same(x, y) {
			return nil
		}
	}
	return v
}

// same reports whether two values are the same, as far as can be told.
func same(x, y value) bool { return sameAt(x, y, 0) }

// maxNesting is how many lists in lists are told apart.
const maxNesting = 6

// sameAt is same for values in so many lists.
func sameAt(x, y value, depth int) bool {
	switch x := x.(type) {
	case nil:
		return y == nil
	case *object:
		o, ok := y.(*object)
		return ok && o == x
	case null:
		_, ok := y.(null)
		return ok
	case symbol:
		s, ok := y.(symbol)
		return ok && s == x
	case konst:
		k, ok := y.(konst)
		return ok && k.v.Kind() == x.v.Kind() && constant.Compare(k.v, token.EQL, x.v)
	case boxed:
		b, ok := y.(boxed)
		return ok && sameAt(x.val, b.val, depth) && types.Identical(x.typ, b.typ)
	case closure:
		c, ok := y.(closure)
		return ok && c.fn == x.fn && allSame(c.bind, x.bind, depth)
	case record:
		r, ok := y.(record)
		return ok && r.from == x.from && allSame(r.fields, x.fields, depth)
	case tuple:
		t, ok := y.(tuple)
		return ok && allSame(t, x, depth)
	case union:
		u, ok := y.(union)
		return ok && allSame(u, x, depth)
	case slice:
		s, ok := y.(slice)
		return ok && sameSlice(x, s, depth)
	}
	return reflect.TypeOf(x) == reflect.TypeOf(y) && keyOf(x) == keyOf(y)
}

func sameSlice(x, y slice, depth int) bool {
	switch {
	case x.n != y.n:
		return false
	case x.arr == y.arr || depth > maxNesting:
		return true
	case x.arr == nil || y.arr == nil || x.n < 0 || x.n > maxListed:
		return false
	}
	for i := range x.n {
		if !sameAt(x.arr.element(i), y.arr.element(i), depth+1) {
			return false
		}
	}
	return true
}

func allSame(x, y []value, depth int) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !sameAt(x[i], y[i], depth) {
			return false
		}
	}
	return true
}

// maxListed is how many elements of a list are looked at to tell it from another.
const maxListed = 16

// keyOf names a value: two values with one key are the same.
func keyOf(v value) string {
	var b bytes.Buffer
	writeKey(&b, v, 0)
	return b.String()
}

func writeKey(b *bytes.Buffer, v value, depth int) {
	if depth > 6 {
		b.WriteByte('~')
		return
	}
	switch v := v.(type) {
	case nil:
		b.WriteByte('?')
	case konst:
		b.WriteString(v.v.ExactString())
	case null:
		b.WriteString("nil")
	case symbol:
		b.WriteString("$" + v.name)
	case closure:
		writeAddr(b, "func ", v.fn)
		writeKeys(b, v.bind, depth)
	case foreign:
		b.WriteString("ext " + v.fn.FullName())
		writeKeys(b, []value{v.recv}, depth)
	case record:
		b.WriteString("rec")
		writeKeys(b, v.fields, depth)
	case boxed:
		writeKey(b, v.val, depth+1)
		writeType(b, v.typ)
	case slice:
		b.WriteString("slice " + strconv.Itoa(v.n))
		if v.n < 0 || v.n > maxListed || v.arr == nil {
			if v.arr != nil {
				b.WriteString("@" + strconv.Itoa(v.arr.id))
			}
			return
		}
		for i := range v.n {
			b.WriteByte(',')
			writeKey(b, v.arr.element(i), depth+1)
		}
	case tuple:
		writeKeys(b, v, depth)
	case union:
		writeKeys(b, v, depth)
	case *object:
		b.WriteString("@" + strconv.Itoa(v.id))
	case interceptors:
		writeAddr(b, "chain ", v.obj)
		for _, q := range v.quotas {
			b.WriteString(" " + q.attempts.String())
		}
		for _, f := range v.rest {
			writeKey(b, f, depth+1)
		}
	case chained:
		b.WriteString("before ")
		writeKeys(b, []value{v.before, v.next}, depth)
	case iterator:
		fmt.Fprintf(b, "each %t %t ", v.reverse, v.indexed)
		writeKey(b, v.list, depth+1)
	case rpc:
		writeKey(b, v.impl, depth+1)
		b.WriteString("." + v.method)
	case *mapWalk:
		writeAddr(b, "walk ", v)
	default:
		b.WriteByte('!')
	}
}

func writeKeys(b *bytes.Buffer, vs []value, depth int) {
	b.WriteByte('(')
	for _, v := range vs {
		writeKey(b, v, depth+1)
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// writeAddr writes which of all things a pointer points to.
func writeAddr(b *bytes.Buffer, what string, pointer any) {
	b.WriteString(what)
	b.Write(strconv.AppendUint(b.AvailableBuffer(), addrOf(pointer), 36))
}

// addrOf tells which of all things a pointer points to.
func addrOf(pointer any) uint64 { return uint64(reflect.ValueOf(pointer).Pointer()) }

// writeType writes which type it is: identical types are the same.
func writeType(b *bytes.Buffer, t types.Type) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		b.WriteByte('*')
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() == 0 {
		writeAddr(b, "#", n)
		return
	}
	b.WriteString("#" + types.TypeString(t, nil))
}

// zeroOf gives the zero value of a type.
func zeroOf(t types.Type, depth int) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return truth(false)
		case u.Info()&types.IsNumeric != 0:
			return number(0)
		case u.Info()&types.IsString != 0:
			return konst{constant.MakeString("")}
		}
		return null{}
	case *types.Struct:
		if depth > 3 {
			return nil
		}
		out := record{typ: t, fields: make([]value, u.NumFields())}
		for i := range out.fields {
			out.fields[i] = zeroOf(u.Field(i).Type(), depth+1)
		}
		return out
	case *types.Array, *types.TypeParam:
		return nil
	}
	return null{}
}

// isNil reports whether v is nil, where that is known.
func isNil(v value) (is, known bool) {
	switch v := v.(type) {
	case null:
		return true, true
	case closure, foreign, *object, boxed, record:
		return false, true
	case slice:
		return false, v.n > 0
	case union:
		first, ok := isNil(v[0])
		for _, a := range v[1:] {
			if n, k := isNil(a); !k || n != first {
				return false, false
			}
		}
		return first, ok
	}
	return false, false
}

// writePtr names an instruction.
func writePtr(b *bytes.Buffer, instr ssa.Instruction) {
	if instr != nil {
		writeAddr(b, "<", instr)
	}
}
