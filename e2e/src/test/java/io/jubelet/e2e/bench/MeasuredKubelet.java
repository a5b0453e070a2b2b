package io.jubelet.e2e.bench;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletConfig;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.Project;
import io.jubelet.e2e.harness.Tools;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One of the two kubelets as the testbed's node, on folders that were empty when it started. Both
/// get the very same configuration.
///
/// Thread: the run's.
final class MeasuredKubelet implements AutoCloseable {
    /// Nobody answers there, and nobody asks; but a cluster's node has one, and without it every
    /// pod costs a warning.
    static final String DNS_SERVER = "10.0.0.10";

    private static final Duration READY = Duration.ofSeconds(90);

    private final Testbed bed;
    private final Kind kind;
    private final KubeletUnderTest kubelet;
    private final Machine machine;

    /// Whose turn it is.
    enum Kind {
        GO,
        JUBELET;

        /// Its program; made where it is missing.
        String program() {
            return switch (this) {
                case GO -> Tools.path("kubelet");
                case JUBELET -> Project.bin("kubelet").toString();
            };
        }
    }

    private MeasuredKubelet(Testbed bed, Kind kind) {
        this.bed = bed;
        this.kind = kind;
        kubelet = new KubeletUnderTest(bed.rig());
        kubelet.prepare();
        machine = new Machine(kubelet.home().resolve("root"));
    }

    /// Starts it and waits until the node is Ready.
    ///
    /// @param settings of the configuration, beside the usual ones
    static MeasuredKubelet start(Testbed bed, Kind kind, Map<String, String> settings) {
        var measured = new MeasuredKubelet(bed, kind);
        try {
            measured.launch(settings);
            return measured;
        } catch (RuntimeException | AssertionError failure) {
            measured.close();
            throw failure;
        }
    }

    private void launch(Map<String, String> settings) {
        var config = configuration();
        for (var setting : settings.entrySet()) {
            config = config.with(setting.getKey(), setting.getValue());
        }
        kubelet.configure(config);
        kubelet.launch(
                kind.program(),
                List.of(
                        "--kubeconfig",
                        bed.plane().nodeKubeconfig(),
                        "--node-ip",
                        bed.plane().nodeAddress()));
        Await.that("the node to be Ready", READY, this::isReady, ready -> ready);
    }

    /// Neither kubelet may remove an image or a pod for want of space: only starts are measured.
    private KubeletConfig configuration() {
        return kubelet.config()
                .with("address", bed.plane().nodeAddress())
                .with(
                        "authentication",
                        "{anonymous: {enabled: false}, webhook: {enabled: true}, x509:"
                                + " {clientCAFile: "
                                + bed.plane().authority()
                                + "}}")
                .with("authorization", "{mode: Webhook}")
                .with("cgroupRoot", "/" + Machine.CGROUP)
                .with("imageGCHighThresholdPercent", "100")
                .with("evictionHard", "{nodefs.available: 1%, imagefs.available: 1%}")
                .with("makeIPTablesUtilChains", "false")
                .with("clusterDNS", "[" + DNS_SERVER + "]")
                .with("clusterDomain", "cluster.local");
    }

    private boolean isReady() {
        return bed.node().getStatus().getConditionsList().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .anyMatch(condition -> condition.getStatus().equals("True"));
    }

    ProcessUse use() {
        return ProcessUse.of(kubelet.process().pid());
    }

    /// Lets it run; fails if it ends meanwhile.
    void runFor(Duration time) {
        kubelet.runFor(time);
    }

    /// Asks it to end, for a flight recorder has something to write then.
    private void end() {
        try {
            kubelet.terminate();
        } catch (AssertionError deaf) {
            Progress.say("%s had to be killed".formatted(kind));
            kubelet.kill();
        }
    }

    /// Ends it, and forgets everything of it but its log.
    @Override
    public void close() {
        end();
        var name = kind.name().toLowerCase(Locale.ROOT) + ".log";
        Folders.write(bed.rig().state().resolve("log").resolve(name), Folders.text(kubelet.log()));
        bed.forgetAll();
        machine.close();
    }
}
