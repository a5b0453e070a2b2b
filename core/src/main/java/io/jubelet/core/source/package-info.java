/// Where pods come from: files now, HTTP and the API server later.
/// Entry: [io.jubelet.core.source.FileSource].
@NullMarked
package io.jubelet.core.source;

import org.jspecify.annotations.NullMarked;
