/// Tests of containers' logs.
@NullMarked
package io.jubelet.server.containerlog;

import org.jspecify.annotations.NullMarked;
