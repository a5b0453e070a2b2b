/// Reads the configuration from a file, its drop-ins and the command line, in the order in which
/// they win over each other.
///
/// Entry class: [io.jubelet.config.file.KubeletConfigLoader]. May import: `config.kubelet`,
/// `config.gate` and `io.jubelet.model.codec`.
@NullMarked
package io.jubelet.config.file;

import org.jspecify.annotations.NullMarked;
