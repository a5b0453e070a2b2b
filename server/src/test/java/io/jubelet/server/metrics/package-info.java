/// Tests of what is counted.
@NullMarked
package io.jubelet.server.metrics;

import org.jspecify.annotations.NullMarked;
