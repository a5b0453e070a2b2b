package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestUrl;
import io.jubelet.core.source.ManifestProblems.Problem;
import io.jubelet.log.Log;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Static pods from an address, asked from time to time. An answer that is wrong or does not come
/// keeps the pods of the last good one; an empty answer has no pods.
///
/// Thread: its own, `http-source`.
/// Upstream: config/http.go. Difference: trouble is one line when it begins or changes and one when
/// it ends, not one a minute.
public final class HttpSource {
    public static final String NAME = PodNames.SOURCE_HTTP;

    private static final Log LOG = Log.of(HttpSource.class);

    private final Execution execution;
    private final String url;
    private final ManifestUrl address;
    private final Manifests manifests;
    private final SourceChanges changes;
    private final ManifestProblems problems;
    private final Duration period;
    private final Signal rest;
    private Optional<Answer> last = Optional.empty();
    private Optional<List<DesiredPod>> told = Optional.empty();
    private Optional<String> trouble = Optional.empty();
    private int failures;

    private record Answer(String text, Manifests.Decoded decoded) {}

    /// Where static pods are read from.
    ///
    /// @param url what the address is called where people read it
    /// @param period between two questions
    public record Address(String url, ManifestUrl address, Manifests manifests, Duration period) {}

    public HttpSource(
            Execution execution, Address from, SourceChanges changes, ManifestProblems problems) {
        this.execution = execution;
        this.url = from.url();
        this.address = from.address();
        this.manifests = from.manifests();
        this.changes = changes;
        this.problems = problems;
        this.period = from.period();
        this.rest = execution.signal("http-source");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "http-source", this::run);
    }

    private void run() {
        while (true) {
            try {
                read(address.read());
            } catch (HostCallException failure) {
                blame(failure.reason());
            }
            rest.await(period);
        }
    }

    private void read(String answer) {
        if (last.isEmpty() || !last.get().text().equals(answer)) {
            last = Optional.of(new Answer(answer, decode(answer)));
        }
        var decoded = last.get().decoded();
        if (decoded.problem().isPresent()) {
            blame(decoded.problem().get());
        } else {
            tell(unique(decoded.pods()));
            praise();
        }
        if (answer.isEmpty()) {
            tell(List.of());
        }
    }

    private Manifests.Decoded decode(String answer) {
        return answer.isEmpty()
                ? Manifests.Decoded.wrong("zero-length data received from " + url)
                : manifests.decode(url, answer);
    }

    private void tell(List<DesiredPod> pods) {
        if (!told.equals(Optional.of(pods))) {
            told = Optional.of(pods);
            changes.sourceChanged(NAME, pods);
        }
    }

    /// Of two pods with one full name the first counts.
    private List<DesiredPod> unique(List<DesiredPod> pods) {
        var found = new ArrayList<Problem>();
        var leftOut = new ArrayList<DesiredPod>();
        var byName = new LinkedHashMap<String, DesiredPod>();
        for (var pod : pods) {
            var name = pod.identity().fullName();
            if (byName.putIfAbsent(name, pod) != null) {
                found.add(new Problem(url, "another pod of the answer is called " + name));
                leftOut.add(pod);
            }
        }
        problems.replace(NAME, found);
        problems.leaveOut(NAME, leftOut);
        return List.copyOf(byName.values());
    }

    private void blame(String reason) {
        failures++;
        if (!trouble.equals(Optional.of(reason))) {
            trouble = Optional.of(reason);
            LOG.warning("Failed to read pods from URL", "url", url, "reason", reason);
            problems.replace(NAME, List.of(new Problem(url, reason)));
        }
    }

    private void praise() {
        if (trouble.isPresent()) {
            LOG.info("Successfully read pods from URL", "url", url, "failedTries", failures);
        }
        trouble = Optional.empty();
        failures = 0;
    }
}
