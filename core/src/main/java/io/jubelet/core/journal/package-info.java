/// What happened to each pod, kept for whoever asks why; entry class `Journal`.
@NullMarked
package io.jubelet.core.journal;

import org.jspecify.annotations.NullMarked;
