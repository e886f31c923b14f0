package nearmiss

import "net"

// One more look under another name.
func layout(fs conn, name, otherwise string) error {
	switch name {
	case "default":
		return nil
	case "":
		err := fs.Run(nil)
		if err != nil && otherwise != "" {
			return layout(fs, otherwise, "")
		}
		return err
	}
	return net.UnknownNetworkError(name)
}
