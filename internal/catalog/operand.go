package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// Operand is a value of the analysed program that a row refers to.
type Operand struct {
	Kind OperandKind
	// Index is the argument's, counted from 0 without the receiver.
	Index int
}

// OperandKind tells where an operand is found.
type OperandKind uint8

const (
	// NoOperand is the zero Operand: nothing is referred to.
	NoOperand OperandKind = iota
	// Argument is an argument of the call, "argN".
	Argument
	// Receiver is the receiver of the call, or the struct that holds the field, "recv".
	Receiver
	// Stored is the value stored into the field, "value".
	Stored
)

// IsZero reports whether o refers to nothing.
func (o Operand) IsZero() bool { return o == Operand{} }

func (o Operand) String() string {
	switch o.Kind {
	case Argument:
		return "arg" + strconv.Itoa(o.Index)
	case Receiver:
		return "recv"
	case Stored:
		return "value"
	}
	return ""
}

// UnmarshalText reads "argN", "recv" or "value".
func (o *Operand) UnmarshalText(text []byte) error {
	op, ok := parseOperand(string(text))
	if !ok {
		return fmt.Errorf("bad operand %q: want argN, recv or value", text)
	}
	*o = op
	return nil
}

func parseOperand(s string) (Operand, bool) {
	switch s {
	case "recv":
		return Operand{Kind: Receiver}, true
	case "value":
		return Operand{Kind: Stored}, true
	}
	digits, ok := strings.CutPrefix(s, "arg")
	if !ok {
		return Operand{}, false
	}
	n, err := strconv.ParseUint(digits, 10, 8)
	if err != nil || strconv.FormatUint(n, 10) != digits {
		return Operand{}, false
	}
	return Operand{Kind: Argument, Index: int(n)}, true
}
