package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

const (
	prefix = "//retrylint:"
	notOne = "this is a comment and no directive: write %s%s, in small letters and without a space"
)

// reader reads the directives of one file.
type reader struct {
	set  *Set
	fset *token.FileSet
	file *ast.File
	on   map[*ast.CommentGroup]*Func // the functions that groups of comments are on
	code *code                       // nil until a directive asks
}

// read adds what the file has to the set. Most files have no directive; they cost a
// look at their comments.
func (r *reader) read() {
	first := true
	for _, group := range r.file.Comments {
		for _, c := range group.List {
			d, ok := r.parse(c)
			if !ok {
				continue
			}
			if first {
				r.findFuncs()
				first = false
			}
			r.attach(d, group)
		}
	}
}

// parse reads a comment. It reports what is wrong with one that was meant for
// a directive.
func (r *reader) parse(c *ast.Comment) (*Directive, bool) {
	text, ok := strings.CutPrefix(c.Text, prefix)
	if !ok {
		if name := almost(c.Text); name != "" {
			r.set.problem(c.Pos(), notOne, prefix, name)
		}
		return nil, false
	}
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "\t", " ")+" ", " // ")
	word, args, _ := strings.Cut(strings.TrimRight(text, " "), " ")
	d := &Directive{Name: Name(word), Args: strings.TrimSpace(args), Pos: c.Pos(), line: r.line(c.Pos())}
	switch {
	case slices.Contains(names, Name(strings.ToLower(word))) && !slices.Contains(names, d.Name), word == "" && almost(c.Text) != "":
		r.set.problem(c.Pos(), notOne, prefix, almost(c.Text))
	case !slices.Contains(names, d.Name):
		advice := "want " + list()
		if hides(word) {
			advice = "to silence a finding, write //lint:ignore RULE reason"
		}
		r.set.problem(c.Pos(), "there is no directive %q: %s", prefix+word, advice)
	case d.Args != "":
		return d, true
	case d.Name == Helper:
		r.set.problem(c.Pos(), "%shelper does not say how often: write attempts=3, attempts=arg0, attempts=arg0+1 or attempts=unbounded behind it", prefix)
	case d.Name == Idempotent:
		r.set.problem(c.Pos(), "%sidempotent has no reason and is not obeyed: say behind it why the request may be sent twice", prefix)
	default:
		r.set.problem(c.Pos(), "%s%s has no name: write the name that the report is to have behind it", prefix, word)
	}
	return nil, false
}

// almost gives the name of the directive that a comment was meant for: one with
// a space behind its slashes, where gofmt puts it if the name is not in small letters
// or follows a space, or one in a /* comment */. It is empty for the others, such as
// sentences that begin like that.
func almost(text string) string {
	rest, ok := strings.CutPrefix(strings.TrimLeft(text[2:], " \t"), "retrylint:")
	if !ok {
		return ""
	}
	inner := strings.TrimLeft(rest, " ")
	word, args, _ := strings.Cut(strings.TrimSuffix(inner, "*/"), " ")
	word = strings.ToLower(word)
	if !slices.Contains(names, Name(word)) || inner != rest && !strings.Contains(args, "attempts=") {
		return ""
	}
	return word
}

// hides reports whether a word is what other linters write to silence a finding.
func hides(word string) bool {
	return slices.Contains([]string{"ignore", "disable", "nolint", "skip", "off", "file-ignore"}, strings.ToLower(word))
}

func list() string {
	var words []string
	for _, n := range names[:len(names)-1] {
		words = append(words, string(n))
	}
	return strings.Join(words, ", ") + " or " + string(names[len(names)-1])
}

// findFuncs notes which comments are on a function: those directly above its
// declaration, and those above or behind a method of an interface.
func (r *reader) findFuncs() {
	add := func(f *Func, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g != nil {
				r.on[g] = f
			}
		}
	}
	for _, decl := range r.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			f := &Func{Ident: decl.Name, Symbol: decl.Name.Name}
			if decl.Recv != nil && len(decl.Recv.List) > 0 {
				f.Symbol = symbolOf(decl.Recv.List[0].Type, decl.Name.Name)
			}
			add(f, decl.Doc)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				t, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				iface, ok := ast.Unparen(t.Type).(*ast.InterfaceType)
				if !ok {
					continue
				}
				for _, m := range iface.Methods.List {
					if len(m.Names) == 1 {
						add(&Func{Ident: m.Names[0], Symbol: symbolOf(t.Name, m.Names[0].Name), Interface: true}, m.Doc, m.Comment)
					}
				}
			}
		}
	}
}

// attach puts a directive on what it is on.
func (r *reader) attach(d *Directive, group *ast.CommentGroup) {
	f := r.on[group]
	switch {
	case f == nil && d.Name == Idempotent:
		r.attachToCalls(d, group)
		return
	case f == nil && d.Name == Entry:
		r.set.problem(d.Pos, "%sentry is on no function: put it directly above the declaration of one", prefix)
		return
	case f == nil:
		r.set.problem(d.Pos, "%s%s is on no function: put it directly above the declaration of one, or of a method of a declared interface", prefix, d.Name)
		return
	case f.Interface && d.Name == Entry:
		r.set.problem(d.Pos, "%sentry is on a method of an interface, which has no body: put it on the method of a type", prefix)
		return
	}
	if other := f.Get(d.Name); other != nil {
		r.set.problem(d.Pos, "%s%s is on %s already, at line %d: remove one of the two", prefix, d.Name, f.Symbol, other.line)
		return
	}
	for _, pair := range [][2]Name{{Helper, Sink}, {Sink, Helper}} {
		if d.Name == pair[0] && f.Get(pair[1]) != nil {
			r.set.problem(d.Pos, "%s is said to be a %s already, at line %d: it is one or the other, remove this or that", f.Symbol, pair[1], f.Get(pair[1]).line)
			return
		}
	}
	if len(f.directives) == 0 {
		r.set.Funcs = append(r.set.Funcs, f)
	}
	f.directives = append(f.directives, d)
}

func (r *reader) line(pos token.Pos) int { return r.fset.PositionFor(pos, false).Line }
