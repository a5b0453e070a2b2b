/// `jubelet up`: a node on this machine in one command, with a live table of its pods.
/// Entry: [io.jubelet.app.up.UpCommand].
@NullMarked
package io.jubelet.app.up;

import org.jspecify.annotations.NullMarked;
