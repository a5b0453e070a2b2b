package io.jubelet.core.sync;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.FileKeySelector;
import io.jubelet.core.waiting.ObjectProblem;
import java.util.Map;

/// The files of a pod's volumes that the variables of one container come from, as they were read.
/// Pure.
///
/// Upstream: kubelet_pods.go makeEnvironmentVariables, its fileKeyRef.
///
/// @param known whether the node knows such variables; where it does not, they are empty
record EnvironmentFiles(boolean known, Map<Name, State> files) {
    static final EnvironmentFiles NONE = new EnvironmentFiles(true, Map.of());

    EnvironmentFiles {
        files = Map.copyOf(files);
    }

    /// @param path inside the volume
    record Name(String volume, String path) {
        static Name of(FileKeySelector selector) {
            return new Name(selector.getVolumeName(), selector.getPath());
        }
    }

    /// What became of a file.
    sealed interface State {
        default int bytes() {
            return 0;
        }

        /// @param hostPath where it lies on this machine
        record Read(String hostPath, ByteString content) implements State {
            @Override
            public int bytes() {
                return content.size();
            }

            @Override
            public String toString() {
                return "Read[" + hostPath + ", " + content.size() + " bytes]";
            }
        }

        /// Nobody wrote it.
        record Absent() implements State {}

        /// It cannot be read; why is in the log.
        record Unreadable() implements State {}
    }

    /// What a variable is.
    sealed interface Answer {
        record Found(String text) implements Answer {
            @Override
            public String toString() {
                return "Found";
            }
        }

        /// Optional, and not there.
        record Unset() implements Answer {}

        record Unusable(ObjectProblem problem) implements Answer {}
    }

    Answer value(FileKeySelector selector) {
        if (!known) {
            return new Answer.Found("");
        }
        var state = files.get(Name.of(selector));
        if (state == null) {
            return new Answer.Unusable(
                    new ObjectProblem.Nonsense(
                            "cannot find the volume \"%s\" referenced by FileKeyRef"
                                    .formatted(selector.getVolumeName())));
        }
        return switch (state) {
            case State.Read read -> value(selector, read);
            case State.Absent _ when selector.getOptional() -> new Answer.Unset();
            case State.Absent _, State.Unreadable _ ->
                    unusable(selector, "couldn't parse env file");
        };
    }

    private static Answer value(FileKeySelector selector, State.Read file) {
        if (!file.content().isValidUtf8()) {
            return unusable(selector, "couldn't parse env file");
        }
        return switch (EnvironmentText.find(file.content().toStringUtf8(), selector.getKey())) {
            case EnvironmentText.Answer.Malformed _ ->
                    unusable(selector, "couldn't parse env file");
            case EnvironmentText.Answer.Value(var text) when !text.isEmpty() ->
                    new Answer.Found(text);
            case EnvironmentText.Answer.Value _ when selector.getOptional() -> new Answer.Unset();
            case EnvironmentText.Answer.Value _ ->
                    unusable(
                            selector,
                            "environment variable key \"%s\" not found in file \"%s\""
                                    .formatted(selector.getKey(), file.hostPath()));
        };
    }

    private static Answer unusable(FileKeySelector selector, String sentence) {
        return new Answer.Unusable(
                new ObjectProblem.FileUnusable(
                        selector.getVolumeName(), selector.getPath(), sentence));
    }
}
