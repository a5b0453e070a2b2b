/// `jubelet explain`: asks the running node why. Entry: [io.jubelet.app.explain.ExplainCommand].
@NullMarked
package io.jubelet.app.explain;

import org.jspecify.annotations.NullMarked;
