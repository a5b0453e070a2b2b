package io.jubelet.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keys and values that every line logged inside a scope carries: the pod, its uid, the container.
///
/// A scope does not cross to threads started by an executor; whoever starts them rebinds
/// [#current()] there.
///
/// Thread: immutable; bound per thread through a scoped value.
public final class LogContext {
    private static final LogContext EMPTY = new LogContext(List.of());
    private static final ScopedValue<LogContext> CURRENT = ScopedValue.newInstance();

    private final List<@Nullable Object> pairs;

    private LogContext(List<@Nullable Object> pairs) {
        this.pairs = pairs;
    }

    /// What the calling thread is bound to now; empty outside any scope.
    public static LogContext current() {
        return CURRENT.isBound() ? CURRENT.get() : EMPTY;
    }

    /// The current context with one more pair.
    public static LogContext with(String key, @Nullable Object value) {
        return current().and(key, value);
    }

    public static LogContext ofPod(ObjectRef pod, String podUid) {
        return current().and("pod", pod).and("podUID", podUid);
    }

    public LogContext and(String key, @Nullable Object value) {
        var extended = new ArrayList<@Nullable Object>(pairs.size() + 2);
        extended.addAll(pairs);
        extended.add(key);
        extended.add(value);
        return new LogContext(Collections.unmodifiableList(extended));
    }

    /// Runs the body with this context bound on the calling thread.
    public void run(Runnable body) {
        ScopedValue.where(CURRENT, this).run(body);
    }

    /// As [#run], for a body with a result.
    public <T extends @Nullable Object, X extends Throwable> T call(
            ScopedValue.CallableOp<? extends T, X> body) throws X {
        return ScopedValue.where(CURRENT, this).call(body);
    }

    List<@Nullable Object> pairs() {
        return pairs;
    }
}
