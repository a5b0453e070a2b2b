/// Tests of keys, certificates and signing requests.
@NullMarked
package io.jubelet.pki;

import org.jspecify.annotations.NullMarked;
