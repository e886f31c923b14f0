package cli

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/analyzers"
)

// shells are the arguments of the command completion.
var shells = []string{"bash", "zsh", "fish"}

// completion prints a script that completes the command line in a shell.
func (c *command) completion(args []string) (int, error) {
	fs := newFlags("completion")
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"completion"})
	case fs.NArg() != 1 || !slices.Contains(shells, fs.Arg(0)):
		return 0, fmt.Errorf("completion takes the name of a shell: %s", strings.Join(shells, ", "))
	}
	script := map[string]func() string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[fs.Arg(0)]
	fmt.Fprint(c.stdout, script())
	return exitClean, nil
}

// choice is what can follow a word: after a command, or after a flag of one.
// The command is "" for lint.
type choice struct {
	command, flag string
	words         []string
}

// commandFlags lists the flags of the commands that have some.
func commandFlags() map[string][]string {
	sets := map[string]func(*flag.FlagSet){
		"":        new(lintFlags).register,
		"sites":   func(fs *flag.FlagSet) { new(packageFlags).register(fs, false) },
		"amplify": new(amplifyFlags).register,
		"config":  new(configFlags).register,
	}
	out := make(map[string][]string)
	for name, register := range sets {
		fs := newFlags(name)
		register(fs)
		fs.VisitAll(func(f *flag.Flag) { out[name] = append(out[name], "-"+f.Name) })
	}
	return out
}

// choices lists the values of flags and the arguments of commands that are
// words from a list.
func choices() []choice {
	rules := analyzers.Names()
	var not []string
	for _, rule := range rules {
		not = append(not, "-"+rule)
	}
	return []choice{
		{"", "-f", lintFormats},
		{"", "-checks", slices.Concat([]string{"all", "inherit"}, rules, not)},
		{"", "-explain", rules},
		{"sites", "-f", siteFormats},
		{"amplify", "-f", slices.Sorted(maps.Keys(amplifyFormats))},
		{"explain", "", rules},
		{"help", "", slices.Concat(commandNames, rules)},
		{"completion", "", shells},
	}
}

// bashScript finds the command, then offers what can follow the word before the
// cursor. What is not known is left to the shell: files.
func bashScript() string {
	var b strings.Builder
	b.WriteString(`# Completion of retrylint. In bash: source <(retrylint completion bash)
_retrylint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd= words=
	case ${COMP_WORDS[1]} in
`)
	fmt.Fprintf(&b, "\t%s) ((COMP_CWORD > 1)) && cmd=${COMP_WORDS[1]} ;;\n\tesac\n", strings.Join(commandNames, "|"))
	b.WriteString("\tcase $cmd:$prev in\n\t*:-C) COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n\t*:-config) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n")
	for _, ch := range choices() {
		if ch.flag != "" {
			fmt.Fprintf(&b, "\t%s:%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", ch.command, ch.flag, strings.Join(ch.words, " "))
		}
	}
	b.WriteString("\tesac\n\tcase $cmd in\n")
	flags := commandFlags()
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if name != "" {
			fmt.Fprintf(&b, "\t%s) words='%s' ;;\n", name, strings.Join(flags[name], " "))
		}
	}
	for _, ch := range choices() {
		if ch.flag == "" {
			fmt.Fprintf(&b, "\t%s) words='%s' ;;\n", ch.command, strings.Join(ch.words, " "))
		}
	}
	fmt.Fprintf(&b, "\t'') words='%s'; ((COMP_CWORD > 1)) || words+=' %s' ;;\n\tesac\n", strings.Join(flags[""], " "), strings.Join(commandNames, " "))
	b.WriteString(`	COMPREPLY=($(compgen -W "$words" -- "$cur"))
	((${#COMPREPLY[@]})) || COMPREPLY=($(compgen -d -- "$cur"))
}
complete -F _retrylint retrylint
`)
	return b.String()
}

// zshScript is the one for bash, which zsh can run.
func zshScript() string {
	_, rest, _ := strings.Cut(bashScript(), "\n")
	return `# Completion of retrylint. In zsh: source <(retrylint completion zsh)
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
` + rest
}

func fishScript() string {
	var b strings.Builder
	b.WriteString("# Completion of retrylint. In fish: retrylint completion fish | source\ncomplete -c retrylint -e\n")
	for _, name := range commandNames {
		fmt.Fprintf(&b, "complete -c retrylint -n '__fish_is_nth_token 1' -f -a %s\n", name)
	}
	when := func(command string) string {
		if command == "" {
			return fmt.Sprintf("not __fish_seen_subcommand_from %s", strings.Join(commandNames, " "))
		}
		return "__fish_seen_subcommand_from " + command
	}
	values := make(map[[2]string]string)
	for _, ch := range choices() {
		if ch.flag == "" {
			fmt.Fprintf(&b, "complete -c retrylint -n '%s' -f -a '%s'\n", when(ch.command), strings.Join(ch.words, " "))
		}
		values[[2]string{ch.command, ch.flag}] = fmt.Sprintf(" -x -a '%s'", strings.Join(ch.words, " "))
	}
	flags := commandFlags()
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		for _, f := range flags[name] {
			value := values[[2]string{name, f}]
			switch f {
			case "-C":
				value = " -x -a '(__fish_complete_directories)'"
			case "-config":
				value = " -r -F"
			}
			fmt.Fprintf(&b, "complete -c retrylint -n '%s' -o %s%s\n", when(name), strings.TrimPrefix(f, "-"), value)
		}
	}
	return b.String()
}
