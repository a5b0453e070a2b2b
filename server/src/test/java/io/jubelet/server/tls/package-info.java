/// Tests of certificates and keys.
@NullMarked
package io.jubelet.server.tls;

import org.jspecify.annotations.NullMarked;
