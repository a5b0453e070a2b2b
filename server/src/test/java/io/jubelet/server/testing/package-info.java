/// What the server's tests share. Entry class: [io.jubelet.server.testing.RunningNode].
@NullMarked
package io.jubelet.server.testing;

import org.jspecify.annotations.NullMarked;
