/// The container runtime over CRI on a Unix socket. Entry: [io.jubelet.adapters.cri.CriClient].
/// The only package that sees CRI's protobuf messages.
@NullMarked
package io.jubelet.adapters.cri;

import org.jspecify.annotations.NullMarked;
