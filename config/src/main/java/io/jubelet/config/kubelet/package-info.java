/// The kubelet's configuration as a value: its defaults, the shape in which it is shown, and
/// `/configz`.
///
/// Entry class: [io.jubelet.config.kubelet.KubeletDefaults]. May import: the generated messages
/// and `io.jubelet.model.codec`.
@NullMarked
package io.jubelet.config.kubelet;

import org.jspecify.annotations.NullMarked;
