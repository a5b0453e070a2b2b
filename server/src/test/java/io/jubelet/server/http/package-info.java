/// Tests of HTTP in odd and plain shapes.
@NullMarked
package io.jubelet.server.http;

import org.jspecify.annotations.NullMarked;
