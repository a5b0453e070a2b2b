/// Tests of the node's certificates.
@NullMarked
package io.jubelet.core.certificate;

import org.jspecify.annotations.NullMarked;
