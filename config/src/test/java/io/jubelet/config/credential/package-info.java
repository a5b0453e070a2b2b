/// Tests of credential programs' configuration.
@NullMarked
package io.jubelet.config.credential;

import org.jspecify.annotations.NullMarked;
