// A runc that maps ids on mounts, for pods with users of their own; the distribution's is older.
module jubelet.io/rig/runc

go 1.26.2

require github.com/opencontainers/runc v1.4.3
