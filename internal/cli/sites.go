package cli

import (
	"fmt"

	"github.com/retrylint/retrylint/internal/report"
)

var siteFormats = []string{"text", "json"}

// sites lists the retry sites of packages.
func (c *command) sites(args []string) (int, error) {
	var p packageFlags
	fs := newFlags("sites")
	p.register(fs, false)
	switch help, err := parse(fs, args); {
	case err != nil:
		return 0, err
	case help:
		return c.help([]string{"sites"})
	}
	if err := p.check(siteFormats...); err != nil {
		return 0, err
	}
	here, err := enterPlace(p.dir, p.config)
	if err != nil {
		return 0, err
	}
	res, err := c.analyse(p, here, fs.Args())
	if err != nil {
		return 0, err
	}
	placed, _ := c.tellProblems(res.Problems)
	for _, problem := range placed {
		c.note("%s:%d:%d: %s", res.relative(problem.Position.Filename), problem.Position.Line, problem.Position.Column, problem.Message)
	}
	var sites []report.Site
	for _, pkg := range res.Packages {
		found, err := pkg.Sites(res.relative)
		if err != nil {
			return 0, err
		}
		sites = append(sites, found...)
	}
	write := report.SitesJSON
	if p.format == "text" {
		write = report.SitesText(c.color)
	}
	if err := write(c.stdout, report.SortSites(sites)); err != nil {
		return 0, fmt.Errorf("cannot write the list: %w", err)
	}
	if len(res.Problems) > 0 {
		return exitFindings, nil
	}
	return exitClean, nil
}
