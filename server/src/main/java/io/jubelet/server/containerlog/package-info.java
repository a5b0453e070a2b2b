/// Containers' logs: what a request asks for, how a runtime writes lines, and the reader between.
///
/// Entry class: [io.jubelet.server.containerlog.LogReader]. May import: core's ports.
@NullMarked
package io.jubelet.server.containerlog;

import org.jspecify.annotations.NullMarked;
