package io.jubelet.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Logs what happened (a fixed message) and to whom (keys and values), one line per call.
///
/// ```java
/// private static final Log LOG = Log.of(PodWorker.class);
/// LOG.info("Pod is being terminated", "pod", ref, "gracePeriod", grace);
/// LOG.v(4).info("Pod needs no action", "pod", ref);
/// LOG.error(failure, "Could not stop the container", "container", name);
/// ```
///
/// The overloads for one to three pairs spare the array: a level that is off costs two reads and no
/// allocation. Keys are lower camel case. Texts use GoText's rules, so a [java.time.Duration] reads
/// `1m30s`.
///
/// Thread: any. Upstream: klog `InfoS`, `ErrorS`, `V(n)`.
public final class Log {
    private static final @Nullable Object[] NONE = {};

    private final String file;
    private volatile ModuleLevel moduleLevel = ModuleLevel.UNKNOWN;

    private Log(String file) {
        this.file = file;
    }

    /// The level that a list of module patterns gives this class.
    private record ModuleLevel(List<ModuleVerbosity> modules, int level) {
        static final ModuleLevel UNKNOWN = new ModuleLevel(List.of(), 0);
    }

    public static Log of(Class<?> type) {
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        return new Log(outermost.getSimpleName());
    }

    public void info(String message) {
        Logging.emit(Severity.INFO, 0, message, null, NONE);
    }

    public void info(String message, @Nullable Object... keysAndValues) {
        Logging.emit(Severity.INFO, 0, message, null, keysAndValues);
    }

    public void warning(String message, @Nullable Object... keysAndValues) {
        Logging.emit(Severity.WARNING, 0, message, null, keysAndValues);
    }

    /// Logs an error and writes the log out at once; the failure is null when there is none.
    public void error(
            @Nullable Throwable failure, String message, @Nullable Object... keysAndValues) {
        Logging.emit(Severity.ERROR, 0, message, failure, keysAndValues);
    }

    /// Lines of this level, written only when the verbosity is as high.
    public Verbose v(int level) {
        return enabled(level) ? new Verbose(level) : Verbose.OFF;
    }

    public boolean enabled(int level) {
        return Logging.enabled(level) || level <= moduleLevel();
    }

    private int moduleLevel() {
        List<ModuleVerbosity> modules = Logging.state().modules();
        ModuleLevel known = moduleLevel;
        if (!known.modules().equals(modules)) {
            known = new ModuleLevel(modules, levelFor(modules));
            moduleLevel = known;
        }
        return known.level();
    }

    private int levelFor(List<ModuleVerbosity> modules) {
        for (ModuleVerbosity module : modules) {
            if (module.matches(file)) {
                return module.verbosity();
            }
        }
        return 0;
    }

    /// Info lines of one level; does nothing when the level is off.
    ///
    /// Thread: immutable.
    public static final class Verbose {
        static final Verbose OFF = new Verbose(-1);

        private final int level;

        Verbose(int level) {
            this.level = level;
        }

        public boolean enabled() {
            return level >= 0;
        }

        public void info(String message) {
            if (enabled()) {
                Logging.emit(Severity.INFO, level, message, null, NONE);
            }
        }

        public void info(String message, String key, @Nullable Object value) {
            if (enabled()) {
                emit(message, key, value);
            }
        }

        public void info(
                String message,
                String key1,
                @Nullable Object value1,
                String key2,
                @Nullable Object value2) {
            if (enabled()) {
                emit(message, key1, value1, key2, value2);
            }
        }

        public void info(String message, @Nullable Object... keysAndValues) {
            if (enabled()) {
                emit(message, keysAndValues);
            }
        }

        private void emit(String message, @Nullable Object... keysAndValues) {
            Logging.emit(Severity.INFO, level, message, null, keysAndValues);
        }
    }
}
