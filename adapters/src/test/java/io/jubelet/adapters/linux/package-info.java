/// Tests of the machine's adapters on real files.
@NullMarked
package io.jubelet.adapters.linux;

import org.jspecify.annotations.NullMarked;
