/// Says what is wrong with a configuration, in the words that users of the kubelet know.
///
/// Entry class: [io.jubelet.config.validation.ConfigValidator]. May import: the generated
/// messages and `io.jubelet.model`.
@NullMarked
package io.jubelet.config.validation;

import org.jspecify.annotations.NullMarked;
