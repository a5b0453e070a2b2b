/// Tests of what people are told when they ask why.
@NullMarked
package io.jubelet.server.explain;

import org.jspecify.annotations.NullMarked;
