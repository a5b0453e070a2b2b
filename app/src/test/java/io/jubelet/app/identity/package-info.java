/// Tests of who the node is.
@NullMarked
package io.jubelet.app.identity;

import org.jspecify.annotations.NullMarked;
