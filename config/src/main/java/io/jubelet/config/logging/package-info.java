/// Takes the configuration's section on logging over to the log.
///
/// Entry class: [io.jubelet.config.logging.LogConfiguration].
/// May import: `io.jubelet.api`, `io.jubelet.log`, `io.jubelet.model.quantity`.
@NullMarked
package io.jubelet.config.logging;

import org.jspecify.annotations.NullMarked;
