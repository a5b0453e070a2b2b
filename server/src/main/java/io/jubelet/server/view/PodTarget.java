package io.jubelet.server.view;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The pod, and perhaps the container in it, that a path names:
/// `/exec/<namespace>/<pod>[/<uid>]/<container>`.
///
/// @param uid empty where the path has none
/// @param container empty where the path has none
public record PodTarget(String namespace, String pod, Optional<PodUid> uid, String container) {
    private static final Set<String> ENDING = Set.of("Terminating", "Terminated", "Finished");

    private static final Comparator<PodView> NEWEST =
            Comparator.comparing((PodView view) -> !ENDING.contains(view.stage()))
                    .thenComparing(PodView::stageSince);

    /// Of a path whose last part is a container.
    public static PodTarget withContainer(String path) {
        var parts = parts(path);
        return new PodTarget(
                parts.get(1),
                parts.get(2),
                parts.size() > 4 ? Optional.of(new PodUid(parts.get(3))) : Optional.empty(),
                parts.getLast());
    }

    /// Of a path that names a pod alone.
    public static PodTarget ofPod(String path) {
        var parts = parts(path);
        return new PodTarget(
                parts.get(1),
                parts.get(2),
                parts.size() > 3 ? Optional.of(new PodUid(parts.get(3))) : Optional.empty(),
                "");
    }

    private static List<String> parts(String path) {
        var from = path.startsWith("/") ? 1 : 0;
        var to = path.endsWith("/") && path.length() > 1 ? path.length() - 1 : path.length();
        return List.of(path.substring(from, to).split("/", -1));
    }

    /// The pod of that name which this node was told to run; where one is ending and another came
    /// after it, the later.
    public Optional<PodView> find(NodeView node) {
        return node.pods().stream()
                .filter(view -> view.desired().isPresent())
                .filter(view -> view.identity().name().equals(pod))
                .filter(view -> view.identity().namespace().equals(namespace))
                .max(NEWEST);
    }

    /// Upstream's full name: the name, an underscore, the namespace.
    public String fullName() {
        return pod + "_" + namespace;
    }
}
