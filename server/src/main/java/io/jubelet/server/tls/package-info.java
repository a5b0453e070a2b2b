/// Certificates and keys of the HTTPS port, with nothing but the JDK.
///
/// Entry class: [io.jubelet.server.tls.ServingTls].
@NullMarked
package io.jubelet.server.tls;

import org.jspecify.annotations.NullMarked;
