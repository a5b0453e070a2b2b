/// The command line: all flags of the kubelet, read exactly as the kubelet reads them.
///
/// Entry class: [io.jubelet.config.flag.CommandLine]. Nothing here prints or ends the process.
/// May import: `io.jubelet.api`, `io.jubelet.model`, `io.jubelet.log`, `io.jubelet.config.gate`.
@NullMarked
package io.jubelet.config.flag;

import org.jspecify.annotations.NullMarked;
