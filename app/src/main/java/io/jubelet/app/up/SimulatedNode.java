package io.jubelet.app.up;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxManifestFolder;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.source.StaticPodManifests;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.model.staticpod.StaticPods;
import io.jubelet.model.validation.ValidationOptions;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.RealTimeline;
import io.jubelet.sim.schedule.Seeded;

/// The same agent on the built-in simulated runtime, in real time.
///
/// Thread: `up`'s own starts it.
final class SimulatedNode {
    private static final String NODE_NAME = "simulated";
    private static final long MEMORY_BYTES = 4L << 30;

    private SimulatedNode() {}

    static RunningNode start(UpOptions options, String why) {
        var execution = new SystemExecution();
        var timeline = new RealTimeline(execution);
        var runtime = new FakeRuntime(timeline, new Seeded(1), Latency.NORMAL);
        var manifests =
                new DrainableManifests(
                        new LinuxManifestFolder(
                                options.manifests(),
                                new HostCalls(HostCalls.Limits.DEFAULT),
                                execution));
        var agent =
                new Agent(
                        new Agent.Ports(
                                execution,
                                runtime,
                                runtime,
                                new FakePodFiles(timeline, new Seeded(1)),
                                PodMemory.NONE,
                                manifests,
                                EventRecorder.NONE,
                                new FakeVolumeFiles(timeline, new Seeded(1)),
                                new FakeContainerFiles(timeline, new Seeded(1)),
                                new FakeProber(timeline, runtime.model(), new Seeded(1))),
                        new StaticPodManifests(
                                new StaticPods(NODE_NAME, true, ValidationOptions.defaults()),
                                execution),
                        AgentSettings.standard(new NodeFacts(NODE_NAME, MEMORY_BYTES, 4)));
        agent.start();
        return new RunningNode(
                agent,
                why + " Nothing is really started. Manifests: " + options.manifests(),
                manifests::drain,
                () -> {});
    }
}
