// The store under the API server.
module jubelet.io/rig/etcd

go 1.25.0

require go.etcd.io/etcd/server/v3 v3.6.8
