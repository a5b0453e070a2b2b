// A client for the container runtime interface, for people.
module jubelet.io/rig/crictl

go 1.26.2

require sigs.k8s.io/cri-tools v1.36.0
