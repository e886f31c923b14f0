package unfold

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
)

// literal is a value of a type whose literals describe entry points.
type literal struct {
	obj *object
	row catalog.Registration
	pos token.Pos
}

// noteLiteral notes memory of a type whose literals describe entry points, or serve
// them.
func (in *interp) noteLiteral(o *object, instr ssa.Instruction) {
	if row, ok := in.literalRow(o.typ); ok {
		in.found.literals = append(in.found.literals, literal{o, row, instr.Pos()})
	}
	if row, ok := in.serverRow(o.typ); ok {
		in.found.servers = append(in.found.servers, literal{o, row, instr.Pos()})
	}
}

// literalRow gives what literals of a type describe. A method of a gRPC service is
// named where the service is registered.
func (in *interp) literalRow(t types.Type) (catalog.Registration, bool) {
	row, ok := in.typeRow(t)
	return row, ok && row.Does == catalog.Literal && len(row.Handlers)+len(row.Children) > 0 && row.Kind != "grpc"
}

// linkCommands notes which commands are in the lists of others.
func (in *interp) linkCommands() {
	for _, l := range in.found.literals {
		for _, name := range l.row.Children {
			list, _ := in.fieldNamed(l.obj, name).(slice)
			for _, v := range list.elements() {
				if child := at(v); child != nil && child != l.obj {
					in.found.parents[child] = l.obj
				}
			}
		}
	}
}

// typeRow gives what the catalog says of a type out of scope, or what it is like.
func (in *interp) typeRow(t types.Type) (catalog.Registration, bool) {
	n, _ := types.Unalias(t).(*types.Named)
	if n == nil || n.Obj().Pkg() == nil || in.scope[n.Obj().Pkg()] {
		return catalog.Registration{}, false
	}
	if row, ok := catalog.RegistrationOf(n.Obj().Pkg().Path(), n.Obj().Name()); ok {
		return row, true
	}
	return likeCommand(n)
}

// serverRow gives which fields of a type hold handlers that its values serve.
func (in *interp) serverRow(t types.Type) (catalog.Registration, bool) {
	row, ok := in.typeRow(t)
	return row, ok && row.Does == catalog.Serve && len(row.Handlers) > 0
}
