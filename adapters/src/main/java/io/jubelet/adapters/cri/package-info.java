/// The container runtime over CRI v1 on a Unix socket. Entry: [io.jubelet.adapters.cri.CriClient].
/// The only package that sees CRI's protobuf messages.
@NullMarked
package io.jubelet.adapters.cri;

import org.jspecify.annotations.NullMarked;
