/// The program: command lines, wiring, the process itself.
/// Entry: [io.jubelet.app.KubeletMain], [io.jubelet.app.JubeletMain].
@NullMarked
package io.jubelet.app;

import org.jspecify.annotations.NullMarked;
