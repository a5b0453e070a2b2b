package io.jubelet.core;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.loop.DirectoryWatch;
import io.jubelet.core.loop.LoopInbox;
import io.jubelet.core.loop.RuntimeStatus;
import io.jubelet.core.loop.SyncLoop;
import io.jubelet.core.observation.EventStream;
import io.jubelet.core.observation.PodObserver;
import io.jubelet.core.observation.Relister;
import io.jubelet.core.observation.RuntimeWatch;
import io.jubelet.core.pod.PodTools;
import io.jubelet.core.pod.PodWorkers;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.source.FileSource;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.source.Manifests;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.sync.PodActionExecutor;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.sync.TeardownTurn;
import java.util.Optional;

/// The whole agent, put together from its ports. What is on the other side of the ports, real or
/// simulated, is not its business.
///
/// Thread: built and started by one; the views may be read from any.
public final class Agent {
    private final PodViews views = new PodViews();
    private final ManifestProblems problems = new ManifestProblems();
    private final RuntimeStatus runtimeStatus = new RuntimeStatus();
    private final FileSource fileSource;
    private final EventStream events;
    private final Relister relister;
    private final RuntimeWatch runtimeWatch;
    private final DirectoryWatch directories;
    private final SyncLoop loop;

    /// The other sides of the agent's ports.
    public record Ports(
            Execution execution,
            ContainerRuntime runtime,
            ImageService images,
            PodFiles files,
            PodMemory memory,
            ManifestFolder manifests,
            EventRecorder events) {

        /// Of an agent that tells nobody.
        public Ports(
                Execution execution,
                ContainerRuntime runtime,
                ImageService images,
                PodFiles files,
                PodMemory memory,
                ManifestFolder manifests) {
            this(execution, runtime, images, files, memory, manifests, EventRecorder.NONE);
        }

        /// Of an agent that remembers nothing across its restarts.
        public Ports(
                Execution execution,
                ContainerRuntime runtime,
                ImageService images,
                PodFiles files,
                ManifestFolder manifests) {
            this(execution, runtime, images, files, PodMemory.NONE, manifests);
        }
    }

    public Agent(Ports ports, Manifests manifests, AgentSettings settings) {
        var execution = ports.execution();
        var runtime = ports.runtime();
        var inbox = new LoopInbox(execution);
        var observer = new PodObserver(execution, runtime);
        var executor =
                new PodActionExecutor(
                        execution,
                        runtime,
                        ports.images(),
                        ports.files(),
                        settings.node(),
                        ports.events());
        var tools =
                new PodTools(
                        execution,
                        new SyncTurn(
                                execution,
                                observer,
                                executor,
                                ports.files(),
                                runtimeStatus,
                                settings.syncTimes()),
                        new TeardownTurn(execution, observer, executor, ports.files()),
                        views,
                        ports.memory(),
                        settings.syncTimes(),
                        runtimeStatus::name);
        var times = settings.observationTimes();
        this.events = new EventStream(execution, runtime, inbox, times);
        this.relister = new Relister(execution, runtime, inbox, events, times);
        this.runtimeWatch = new RuntimeWatch(execution, runtime, inbox, times);
        this.directories = new DirectoryWatch(execution, ports.files(), inbox);
        this.fileSource =
                new FileSource(
                        execution,
                        ports.manifests(),
                        manifests,
                        inbox,
                        problems,
                        settings.manifestRescan());
        this.loop =
                new SyncLoop(
                        execution,
                        inbox,
                        new PodWorkers(tools, inbox),
                        runtimeStatus,
                        settings.sources(),
                        settings.loopTimes());
    }

    /// Starts every thread of the agent and returns.
    public void start() {
        loop.start();
        runtimeWatch.start();
        relister.start();
        events.start();
        fileSource.start();
        directories.start();
    }

    public PodViews views() {
        return views;
    }

    public ManifestProblems manifestProblems() {
        return problems;
    }

    public RuntimeStatus runtimeStatus() {
        return runtimeStatus;
    }

    /// Where the runtime's health is known.
    public RuntimeWatch runtimeWatch() {
        return runtimeWatch;
    }

    /// When the sync loop last came round.
    public Tick heartbeat() {
        return loop.heartbeat();
    }

    /// When the whole runtime was last listed.
    public Optional<Tick> lastListing() {
        return relister.lastSuccess();
    }
}
