package credentials

type TransportCredentials interface{ OverrideServerName(string) error }
