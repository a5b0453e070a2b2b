package io.jubelet.server.explain;

import io.jubelet.api.core.Pod;
import io.jubelet.core.journal.Page;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import io.jubelet.server.explain.Explanation.Obstacle;
import io.jubelet.server.explain.Explanation.Past;
import io.jubelet.server.view.CertificateView;
import io.jubelet.server.view.NodeView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Gathers what is known of a node and its pods at one moment.
///
/// Thread: any.
final class Explanations {
    /// A loop that comes round after this time does nothing for anybody.
    private static final Duration HUNG = Duration.ofMinutes(1);

    private Explanations() {}

    /// @param wanted which pod, as people name it; empty for all
    static Explanation of(NodeView node, Optional<String> wanted, Instant now) {
        var manifests =
                node.manifestProblems().stream()
                        .map(each -> new Explanation.Manifest(each.path(), each.reason()))
                        .toList();
        var views =
                node.pods().stream()
                        .filter(view -> wanted.map(name -> isNamed(view, name)).orElse(true))
                        .toList();
        var pods =
                views.stream()
                        .map(view -> StoryCalculator.calculate(view, beside(node, view)))
                        .toList();
        var past = wanted.map(name -> past(node, views, name)).orElse(List.of());
        return new Explanation(now, obstacles(node, now), manifests, pods, past);
    }

    /// Of a pod that is asked for by name people want to know how it came to this.
    private static List<Past> past(NodeView node, List<PodView> views, String wanted) {
        var here =
                views.stream()
                        .map(PodView::identity)
                        .map(pod -> new Page(pod, node.journal(pod.uid())))
                        .filter(page -> !page.entries().isEmpty())
                        .map(page -> Past.of(page, false));
        var gone =
                node.pastPods().stream()
                        .filter(page -> isNamed(page.pod(), wanted))
                        .map(page -> Past.of(page, true));
        return Stream.concat(gone, here).toList();
    }

    private static boolean isNamed(PodIdentity pod, String wanted) {
        return pod.uid().value().equals(wanted)
                || pod.name().equals(wanted)
                || wanted.equals(pod.namespace() + "/" + pod.name());
    }

    private static List<Wait> beside(NodeView node, PodView view) {
        return node.beside(view.identity().uid());
    }

    /// By uid, by name with or without its namespace, and a static pod by its manifest's name too.
    static boolean isNamed(PodView view, String wanted) {
        var pod = view.identity();
        var slash = wanted.indexOf('/');
        var name = wanted.substring(slash + 1);
        return pod.uid().value().equals(wanted)
                || ((slash < 0 || pod.namespace().equals(wanted.substring(0, slash)))
                        && (pod.name().equals(name) || pod.name().equals(onNode(view, name))));
    }

    private static String onNode(PodView view, String name) {
        return view.desired()
                .map(Pod::getSpec)
                .map(spec -> name + "-" + spec.getNodeName())
                .orElse(name);
    }

    private static List<Obstacle> obstacles(NodeView node, Instant now) {
        var obstacles = new ArrayList<Obstacle>();
        node.waits().forEach(wait -> obstacles.add(StoryCalculator.obstacle(wait)));
        node.certificates().forEach(each -> pending(each).ifPresent(obstacles::add));
        if (node.loopSilence().compareTo(HUNG) > 0) {
            obstacles.add(
                    new Obstacle(
                            "SyncLoopSilent",
                            Optional.empty(),
                            "the sync loop has not come round",
                            Optional.of(now.minus(node.loopSilence())),
                            Optional.empty(),
                            "a restart; keep a thread dump (jcmd <pid> Thread.print) for the bug"));
        }
        return obstacles;
    }

    private static Optional<Obstacle> pending(CertificateView certificate) {
        return certificate
                .pending()
                .map(
                        pending ->
                                new Obstacle(
                                        pending.reason().code(),
                                        Optional.empty(),
                                        certificate.name()
                                                + " certificate: "
                                                + pending.reason().message(),
                                        Optional.of(pending.since()),
                                        Optional.empty(),
                                        pending.reason().unblockedBy()));
    }
}
