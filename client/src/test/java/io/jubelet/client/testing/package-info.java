/// A stand-in for the API server, and time that a test moves. Entry:
/// [io.jubelet.client.testing.StandInServer].
@NullMarked
package io.jubelet.client.testing;

import org.jspecify.annotations.NullMarked;
