/// Why each pod is where it is, in words. Entry: [io.jubelet.server.explain.ExplainEndpoint].
@NullMarked
package io.jubelet.server.explain;

import org.jspecify.annotations.NullMarked;
