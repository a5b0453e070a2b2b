/// The node's HTTP and HTTPS endpoints.
///
/// Entry classes: [io.jubelet.server.http.HttpIo] (one event loop for all), then
/// [io.jubelet.server.HealthServer] and [io.jubelet.server.NodeServer]. What they show comes in
/// through [io.jubelet.server.NodeState]; what is configured through
/// [io.jubelet.server.ServerSettings]. May import: core's views, the model's codec, Netty.
@NullMarked
package io.jubelet.server;

import org.jspecify.annotations.NullMarked;
