package catalog

import (
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"
)

// attrKind is the type of an attribute's values.
type attrKind uint8

const (
	countAttr attrKind = iota
	durationAttr
	deadlineAttr
	delayAttr
	factorAttr
	jitterAttr
	contextAttr
)

// delayKinds are the words for Settings.Delay.
var delayKinds = []string{"none", "fixed", "linear", "exponential", "custom", "server", "event"}

// wants describes the literals of the attribute, for messages.
func (k attrKind) wants() string {
	switch k {
	case countAttr:
		return "a count or unbounded"
	case durationAttr:
		return "a duration such as 500ms"
	case deadlineAttr:
		return "a duration such as 15m, or none"
	case delayAttr:
		return "one of " + strings.Join(delayKinds, ", ")
	case factorAttr:
		return "a number"
	}
	return "true or false"
}

// literal parses a literal of the attribute.
func (k attrKind) literal(s string) (Value, bool) {
	var c constant.Value
	switch k {
	case countAttr:
		if s == "unbounded" {
			return Value{NoLimit: true}, true
		}
		if n, err := strconv.ParseUint(s, 10, 31); err == nil {
			c = constant.MakeInt64(int64(n))
		}
	case durationAttr, deadlineAttr:
		if k == deadlineAttr && s == "none" {
			return Value{NoLimit: true}, true
		}
		if d, err := time.ParseDuration(s); err == nil && d >= 0 {
			c = constant.MakeInt64(int64(d))
		}
	case delayAttr:
		if slices.Contains(delayKinds, s) {
			c = constant.MakeString(s)
		}
	case factorAttr:
		if f, err := strconv.ParseFloat(s, 64); err == nil && f >= 0 {
			c = constant.MakeFloat64(f)
		}
	default:
		if s == "true" || s == "false" {
			c = constant.MakeBool(s == "true")
		}
	}
	return Value{Const: c}, c != nil
}

// value turns what an operand holds into the attribute's value.
func (k attrKind) value(v constant.Value, plus int64) (Value, bool) {
	if k == jitterAttr && isNumber(v) {
		return Value{Const: constant.MakeBool(constant.Sign(v) != 0)}, true
	}
	switch k {
	case jitterAttr, contextAttr:
		return Value{Const: v}, v.Kind() == constant.Bool
	case delayAttr:
		return Value{Const: v}, v.Kind() == constant.String
	}
	if !isNumber(v) {
		return Value{}, false
	}
	return Value{Const: constant.BinaryOp(v, token.ADD, constant.MakeInt64(plus))}, true
}
