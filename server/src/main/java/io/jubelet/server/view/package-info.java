/// What the server may see of the agent.
///
/// Entry class: [io.jubelet.server.view.NodeView]. May import: core's views and records.
@NullMarked
package io.jubelet.server.view;

import org.jspecify.annotations.NullMarked;
