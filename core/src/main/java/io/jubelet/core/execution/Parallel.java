package io.jubelet.core.execution;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Runs a few blocking tasks side by side and waits for all of them.
///
/// Thread: the caller waits; each task but a lone one has a thread of its own.
public final class Parallel {
    private Parallel() {}

    /// Runs all tasks to their end, then throws the first failure among them, if any.
    public static void run(Execution execution, String name, List<Runnable> tasks) {
        if (tasks.size() == 1) {
            tasks.getFirst().run();
            return;
        }
        var open = new AtomicInteger(tasks.size());
        var failure = new AtomicReference<Optional<RuntimeException>>(Optional.empty());
        var allDone = execution.signal(name);
        for (var task : tasks) {
            execution.start(
                    ThreadKind.POD,
                    name,
                    () -> {
                        try {
                            task.run();
                        } catch (RuntimeException thrown) {
                            failure.compareAndSet(Optional.empty(), Optional.of(thrown));
                        }
                        if (open.decrementAndGet() == 0) {
                            allDone.raise();
                        }
                    });
        }
        if (!tasks.isEmpty()) {
            allDone.await();
        }
        failure.get()
                .ifPresent(
                        thrown -> {
                            throw thrown;
                        });
    }
}
