/// The log of the whole agent: structured lines in klog's text form or in JSON, without a library.
///
/// Entry class: [io.jubelet.log.Log]. [io.jubelet.log.Logging] holds what is set once per process.
/// May import: `java.base` and `java.logging` only, so that every layer may log.
@NullMarked
package io.jubelet.log;

import org.jspecify.annotations.NullMarked;
