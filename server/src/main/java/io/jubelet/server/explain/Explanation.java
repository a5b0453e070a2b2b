package io.jubelet.server.explain;

import io.jubelet.core.journal.JournalEntry;
import io.jubelet.core.journal.Page;
import io.jubelet.core.journal.StartPartsCalculator;
import io.jubelet.core.journal.StartPartsCalculator.Part;
import io.jubelet.core.runtime.PodIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What keeps a node and its pods from where they should be, at one moment.
///
/// @param node what the node as a whole waits for
/// @param manifests the files and addresses of static pods that cannot be used
/// @param past what happened to the pods asked for, those that are no longer here among them
public record Explanation(
        Instant at,
        List<Obstacle> node,
        List<Manifest> manifests,
        List<PodStory> pods,
        List<Past> past) {
    public Explanation {
        node = List.copyOf(node);
        manifests = List.copyOf(manifests);
        pods = List.copyOf(pods);
        past = List.copyOf(past);
    }

    /// What happened to a pod, the oldest first.
    ///
    /// @param start its start, in parts
    public record Past(
            PodIdentity pod, boolean gone, List<Part> start, List<JournalEntry> entries) {
        public Past {
            start = List.copyOf(start);
            entries = List.copyOf(entries);
        }

        static Past of(Page page, boolean gone) {
            return new Past(
                    page.pod(),
                    gone,
                    StartPartsCalculator.calculate(page.entries()),
                    page.entries());
        }
    }

    /// A manifest that cannot be used.
    public record Manifest(String path, String reason) {}

    /// One thing that is waited for.
    ///
    /// @param container whose wait it is; empty if it is the whole pod's or the node's
    /// @param since empty where nobody knows
    /// @param nextTry when the agent looks again by itself, or the wait is over in any case
    public record Obstacle(
            String code,
            Optional<String> container,
            String message,
            Optional<Instant> since,
            Optional<Instant> nextTry,
            String unblockedBy) {}

    /// How far a pod is.
    public enum Verdict {
        READY("is ready", true),
        SUCCEEDED("has succeeded", true),
        FAILED("has failed", false),
        NOT_STARTED("has not started", false),
        NOT_READY("runs and is not ready", false),
        NOT_GONE("is ending and not gone yet", false);

        private final String words;
        private final boolean well;

        Verdict(String words, boolean well) {
            this.words = words;
            this.well = well;
        }

        String words() {
            return words;
        }

        /// Whether nothing is left to wish for.
        boolean well() {
            return well;
        }
    }

    /// One pod.
    ///
    /// @param since when it came into its stage
    /// @param ended why the pod as a whole ended, if it was said
    public record PodStory(
            String namespace,
            String name,
            String uid,
            Verdict verdict,
            String stage,
            Instant since,
            Optional<String> ended,
            List<ContainerStory> containers,
            List<Obstacle> obstacles) {
        public PodStory {
            containers = List.copyOf(containers);
            obstacles = List.copyOf(obstacles);
        }
    }

    /// One container.
    ///
    /// @param state `running`, `ended` or `waiting`, with the reason that v1 shows for it
    /// @param lastEnd how it ended the last time, if it did
    public record ContainerStory(
            String name,
            String state,
            Optional<Instant> since,
            boolean ready,
            int restarts,
            Optional<End> lastEnd) {}

    /// How an instance of a container ended.
    public record End(int code, String reason, Optional<Instant> at) {}

    /// Whether all is well, with the node too.
    boolean well() {
        return node.isEmpty()
                && manifests.isEmpty()
                && pods.stream().allMatch(pod -> pod.verdict().well());
    }
}
