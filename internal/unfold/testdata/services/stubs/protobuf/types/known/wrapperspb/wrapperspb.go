// Package wrapperspb is a stand-in for the package of that name.
package wrapperspb

type StringValue struct{ Value string }

func (x *StringValue) GetValue() string { panic("stub") }

func String(v string) *StringValue { panic("stub") }

type BoolValue struct{ Value bool }

func (x *BoolValue) GetValue() bool { panic("stub") }

func Bool(v bool) *BoolValue { panic("stub") }
