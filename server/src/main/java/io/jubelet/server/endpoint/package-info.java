/// One class for each endpoint of the node.
///
/// Entry class: [io.jubelet.server.endpoint.HealthzEndpoint], as an example of its siblings; the
/// table of all paths is `NodeRoutes`.
@NullMarked
package io.jubelet.server.endpoint;

import org.jspecify.annotations.NullMarked;
