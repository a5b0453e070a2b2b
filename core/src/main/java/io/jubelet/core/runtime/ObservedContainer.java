package io.jubelet.core.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A container as its status call described it.
///
/// @param attempt how often this container of the pod was started before
/// @param exit how it ended, present exactly when the state is EXITED
/// @param image the image as the pod named it
/// @param imageRef the image's digest reference, what v1 calls imageID
/// @param hash the hash that the container's specification had when it was made, if labelled
/// @param terminationGrace the pod's grace period when it was made, for pods nobody knows any more
/// @param user as whom its first process was started, if the runtime tells
/// @param stopSignal the name of the signal that asks it to end, if the runtime tells
public record ObservedContainer(
        ContainerId id,
        SandboxId sandbox,
        String name,
        int attempt,
        ContainerState state,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Exit> exit,
        String image,
        String imageRef,
        Optional<String> hash,
        Optional<Duration> terminationGrace,
        Optional<User> user,
        Optional<String> stopSignal) {

    /// One whose user and signal the runtime does not tell.
    public ObservedContainer(
            ContainerId id,
            SandboxId sandbox,
            String name,
            int attempt,
            ContainerState state,
            Instant createdAt,
            Optional<Instant> startedAt,
            Optional<Exit> exit,
            String image,
            String imageRef,
            Optional<String> hash,
            Optional<Duration> terminationGrace) {
        this(
                id,
                sandbox,
                name,
                attempt,
                state,
                createdAt,
                startedAt,
                exit,
                image,
                imageRef,
                hash,
                terminationGrace,
                Optional.empty(),
                Optional.empty());
    }

    public boolean running() {
        return state == ContainerState.RUNNING;
    }

    public boolean exited() {
        return state == ContainerState.EXITED;
    }

    /// The same container as one that was made and never started, if that is what it is: a start
    /// that was given up because its caller went away leaves an end of a process there never was.
    public ObservedContainer asMade() {
        return exit.filter(this::isOfAbandonedStart).isEmpty()
                ? this
                : new ObservedContainer(
                        id,
                        sandbox,
                        name,
                        attempt,
                        ContainerState.CREATED,
                        createdAt,
                        Optional.empty(),
                        Optional.empty(),
                        image,
                        imageRef,
                        hash,
                        terminationGrace,
                        user,
                        stopSignal);
    }

    private boolean isOfAbandonedStart(Exit end) {
        return startedAt.isEmpty()
                && end.reason().equals("StartError")
                && end.message().contains("context canceled");
    }

    /// As whom a process runs.
    public sealed interface User {
        /// Somebody whose ids the runtime does not tell.
        record Somebody() implements User {}

        /// The ids as the process itself has them.
        record Linux(long user, long group, List<Long> supplementalGroups) implements User {
            public Linux {
                supplementalGroups = List.copyOf(supplementalGroups);
            }
        }
    }

    /// How a container ended.
    ///
    /// @param reason the runtime's word, such as Completed, Error or OOMKilled
    public record Exit(int code, String reason, String message, Instant finishedAt) {}
}
