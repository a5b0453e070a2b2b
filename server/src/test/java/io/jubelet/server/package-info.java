/// Tests of the node's servers through real connections.
@NullMarked
package io.jubelet.server;

import org.jspecify.annotations.NullMarked;
