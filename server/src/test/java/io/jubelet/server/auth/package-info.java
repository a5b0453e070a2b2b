/// Tests of who may ask.
@NullMarked
package io.jubelet.server.auth;

import org.jspecify.annotations.NullMarked;
