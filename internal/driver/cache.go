package driver

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"honnef.co/go/tools/go/buildid"
	"honnef.co/go/tools/lintcmd/cache"
)

// cacheVariable names the environment variable that moves the cache.
const cacheVariable = "RETRYLINT_CACHE"

const cacheReadme = "This directory holds what retrylint has learnt about packages.\nIt can be removed at any time; set " +
	cacheVariable + " to move it.\n"

// openCache opens the cache of facts and findings. Entries are keyed by this
// very binary too, so that another version never reads them, and by what
// configures the analysis.
func openCache(settings string) (cache.Cache, error) {
	dir, err := cacheDir()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the cache directory (%v): set %s to a directory that can be written", err, cacheVariable)
	}
	readme := filepath.Join(dir, "README")
	if _, err := os.Stat(readme); err != nil {
		_ = os.WriteFile(readme, []byte(cacheReadme), 0o666) // a courtesy, no more
	}
	c, err := cache.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the cache (%v): set %s to a directory that can be written", err, cacheVariable)
	}
	salt, err := binaryID()
	if err != nil {
		return nil, fmt.Errorf("cannot read the running program, which is part of the cache's key: %v", err)
	}
	cache.SetSalt(append(salt, settings...))
	return c, nil
}

func cacheDir() (string, error) {
	if dir := os.Getenv(cacheVariable); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", fmt.Errorf("%s is %q: set it to an absolute path", cacheVariable, dir)
		}
		return dir, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no place for the cache (%v): set %s to a directory", err, cacheVariable)
	}
	return filepath.Join(dir, "retrylint"), nil
}

// binaryID identifies the running program: by the build ID that the Go
// toolchain left in it or, where that was stripped, by its bytes.
func binaryID() ([]byte, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	if id, err := buildid.ReadFile(path); err == nil && id != "" {
		return []byte(id), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
