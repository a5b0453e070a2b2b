/// The run that teaches the JVM what a start needs: the whole node on a stand-in runtime.
/// Entry: [io.jubelet.app.training.StandInServer].
@NullMarked
package io.jubelet.app.training;

import org.jspecify.annotations.NullMarked;
