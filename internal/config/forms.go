package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// form is what a string has to look like.
type form struct {
	check   func(d *decoder, tag reflect.StructTag, s string) error
	pattern string // the same as a regular expression, roughly, for the schema
}

// forms are the values of the tag form.
var forms = map[string]form{
	"rule":     {check: checkRule},
	"header":   {checkHeader, headerForm.String()},
	"function": {check: checkFunction},
	"pattern":  {checkPattern, patternForm.String()},
	"package":  {checkPackage, packageForm.String()},
	"expr":     {check: checkExpr},
}

// FormPattern is the form of strings as a regular expression, or "".
func FormPattern(name string) string { return forms[name].pattern }

var (
	headerForm  = regexp.MustCompile("^[-!#$%&'*+.^_`|~0-9A-Za-z]{3,}$")
	patternForm = regexp.MustCompile(`^[^\s,]*[^\s,.*()][^\s,]*$`)
	packageForm = regexp.MustCompile(`^[^-\s,][^\s,]*$`)
)

func checkRule(d *decoder, _ reflect.StructTag, s string) error {
	if slices.Contains(d.rules, s) {
		return nil
	}
	return fmt.Errorf("there is no rule %q%s: the rules are %s", s, nearest(s, d.rules), strings.Join(d.rules, ", "))
}

// checkExpr says what is wanted in the words of the key's doc: they come after
// a colon.
func checkExpr(_ *decoder, tag reflect.StructTag, s string) error {
	if catalog.CheckExpr(tag.Get("key"), s) == nil {
		return nil
	}
	_, want, _ := strings.Cut(tag.Get("doc"), ": ")
	return fmt.Errorf("%q cannot be read: want %s", s, strings.TrimSuffix(want, "."))
}

func checkHeader(_ *decoder, _ reflect.StructTag, s string) error {
	if headerForm.MatchString(s) {
		return nil
	}
	return fmt.Errorf("%q is no name of a header: want letters, digits and dashes, three or more, such as X-Order-Token", s)
}

func checkFunction(_ *decoder, _ reflect.StructTag, s string) error {
	if _, _, ok := catalog.SplitFunction(s); ok {
		return nil
	}
	return fmt.Errorf("%q is no function: %s", s, catalog.FunctionForm)
}

func checkPattern(_ *decoder, _ reflect.StructTag, s string) error {
	switch {
	case !patternForm.MatchString(s):
		return fmt.Errorf("%q matches no function, or all: %s, with * for any characters", s, catalog.FunctionForm)
	case !strings.Contains(s, ".") && !strings.Contains(s, "*"):
		return fmt.Errorf("%q names no package: %s, with * for any characters", s, catalog.FunctionForm)
	}
	return nil
}

func checkPackage(_ *decoder, _ reflect.StructTag, s string) error {
	if packageForm.MatchString(s) {
		return nil
	}
	return fmt.Errorf("%q is no pattern of packages: want one such as example.com/lib/... or example.com/lib", s)
}

// Matcher returns a function that reports whether the name of a function,
// "pkg/path.(*T).M", matches one of the patterns, whole or without the path of
// its package. It is nil where there are no patterns.
func Matcher(patterns []string) func(name string) bool {
	if len(patterns) == 0 {
		return nil
	}
	var res []*regexp.Regexp
	for _, p := range patterns {
		p = regexp.QuoteMeta(withoutReceiver(p))
		res = append(res, regexp.MustCompile(`^(?:.*/)?`+strings.ReplaceAll(p, `\*`, ".*")+"$"))
	}
	return func(name string) bool {
		name = withoutReceiver(name)
		return slices.ContainsFunc(res, func(re *regexp.Regexp) bool { return re.MatchString(name) })
	}
}

// withoutReceiver writes "(*T).M" and "(T).M" as "T.M".
func withoutReceiver(s string) string {
	return strings.NewReplacer("(*", "", "(", "", ")", "").Replace(s)
}

// nearest asks whether one of the words is meant, if one is much like s.
func nearest(s string, words []string) string {
	best, least := "", 3
	for _, w := range words {
		if n := distance(s, w); n < least && n < len(w)/2 {
			best, least = w, n
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (is %q meant?)", best)
}

// distance is the number of letters to add, drop or change to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0] // of the row above
		row[0] = i + 1
		for j := range len(b) {
			change := left
			if a[i] != b[j] {
				change++
			}
			left = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
