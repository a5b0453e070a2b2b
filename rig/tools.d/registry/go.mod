// An image registry that stands in for the public ones.
module jubelet.io/rig/registry

go 1.26.0

require github.com/distribution/distribution/v3 v3.1.2
