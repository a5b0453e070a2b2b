package io.jubelet.sim.contract;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The runtime under test and what surrounds it. A real one must have the image at hand and let
/// pods of any name come and go.
public interface RuntimeWorld {
    ContainerRuntime runtime();

    ImageService images();

    /// Clock and threads that the runtime's calls live in.
    Execution execution();

    /// An image that is on the machine, with `sh`, `sleep` and `true` in its path.
    String image();

    /// An image that no registry has, under a name whose pull fails quickly.
    String unpullableImage();

    /// An existing folder for logs, another one for each test.
    String logDirectory();

    /// Waits until a container has written this word to its log: a real shell needs a moment from
    /// its start to its first trap. The simulated one has set its trap when it is started.
    default void awaitOutput(String logPath, String word) {}

    /// A word that no earlier run has used, for names and uids.
    String uniqueWord();

    /// Asks again and again until the answer is as wanted, and answers it; fails after `atMost`.
    <T> T await(String what, Duration atMost, Supplier<T> question, Predicate<T> wanted);
}
