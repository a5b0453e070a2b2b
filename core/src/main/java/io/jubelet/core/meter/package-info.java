/// The numbers that the agent tells of its own work. Entry: [io.jubelet.core.meter.Meter].
@NullMarked
package io.jubelet.core.meter;

import org.jspecify.annotations.NullMarked;
