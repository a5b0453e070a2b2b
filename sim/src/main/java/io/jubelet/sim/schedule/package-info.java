/// Virtual time and one baton: runs many threads one at a time in an order that a seed decides.
/// Entry: [io.jubelet.sim.schedule.SimScheduler]. Imports nothing of sim.
@NullMarked
package io.jubelet.sim.schedule;

import org.jspecify.annotations.NullMarked;
