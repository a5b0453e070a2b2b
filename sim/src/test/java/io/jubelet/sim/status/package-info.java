/// Tests of what the API server is told of pods, on a simulated one.
@org.jspecify.annotations.NullMarked
package io.jubelet.sim.status;
