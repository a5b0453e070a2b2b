/// A container runtime in memory that behaves as containerd does, on virtual or real time, and the
/// faults that can be put round it. Entry: [io.jubelet.sim.runtime.FakeRuntime]. Imports
/// `schedule`.
@NullMarked
package io.jubelet.sim.runtime;

import org.jspecify.annotations.NullMarked;
