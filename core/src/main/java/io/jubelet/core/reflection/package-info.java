/// Lists of the API server that are kept true by watching. Entry:
/// [io.jubelet.core.reflection.Reflector].
@NullMarked
package io.jubelet.core.reflection;

import org.jspecify.annotations.NullMarked;
