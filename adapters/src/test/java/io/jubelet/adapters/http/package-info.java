@NullMarked
package io.jubelet.adapters.http;

import org.jspecify.annotations.NullMarked;
