package io.jubelet.log;

import java.io.PrintWriter;
import java.io.StringWriter;

/// Tells a throwable in one line, and decides which ones deserve their stack.
///
/// Our own exceptions carry sentences, so their message is enough; a foreign one is named too, as
/// its message alone (a path, a null) often says little.
///
/// Thread: stateless.
public final class Failures {
    private static final String OURS = "io.jubelet.";
    private static final int MAX_CAUSES = 5;

    private Failures() {}

    /// The failure and its causes in one line, outermost first.
    public static String describe(Throwable failure) {
        var text = new StringBuilder(sentence(failure));
        Throwable cause = failure.getCause();
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            String more = sentence(cause);
            String message = cause.getMessage();
            boolean told =
                    text.indexOf(more) >= 0
                            || (message != null
                                    && !message.isEmpty()
                                    && text.indexOf(message) >= 0);
            if (!told) {
                text.append(": ").append(more);
            }
            cause = cause.getCause();
        }
        return text.toString();
    }

    private static String sentence(Throwable failure) {
        String message = failure.getMessage();
        String kind = failure.getClass().getSimpleName();
        if (message == null || message.isEmpty()) {
            return kind.isEmpty() ? failure.getClass().getName() : kind;
        }
        return failure.getClass().getName().startsWith(OURS) ? message : kind + ": " + message;
    }

    /// Whether this is a fault in the program rather than in its surroundings.
    static boolean isBug(Throwable failure) {
        String type = failure.getClass().getName();
        boolean fromJdk = type.startsWith("java.lang.") || type.startsWith("java.util.");
        return failure instanceof Error || (fromJdk && failure instanceof RuntimeException);
    }

    static String stack(Throwable failure) {
        var text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
