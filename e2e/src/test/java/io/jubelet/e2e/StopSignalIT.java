package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.HostFolder;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A container that says which signal ends it gets that one, from a runtime that knows of it.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class StopSignalIT {
    @RegisterExtension final KubeletUnderTest kubelet;

    StopSignalIT(Rig rig) {
        kubelet = new KubeletUnderTest(rig);
    }

    private static String pod(HostFolder folder) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: choosy, namespace: default}
        spec:
          os: {name: linux}
          terminationGracePeriodSeconds: 120
          %s
          containers:
          - name: main
            image: %s
            command:
            - sh
            - -c
            - |
              trap 'echo term >> /host/told' TERM
              trap 'echo user >> /host/told; exit 0' USR1
              echo up >> /host/told
              while true; do sleep 0.1; done
            %s
            lifecycle: {stopSignal: SIGUSR1}
        """
                .formatted(folder.volume(), Rig.BUSYBOX, HostFolder.MOUNT);
    }

    @Test
    void aContainerEndsByTheSignalOfItsChoice() throws IOException {
        var folder = new HostFolder(Files.createDirectories(kubelet.home().resolve("choosy")));
        kubelet.configure(kubelet.config().with("featureGates", "{ContainerStopSignals: true}"));
        kubelet.start();
        var pod = Manifest.of("choosy");
        kubelet.put("choosy.yaml", pod(folder));
        kubelet.awaitRunning(pod);
        Await.until("the container to listen", () -> folder.lines("told").contains("up"));

        var container = kubelet.pod(pod).items("status", "containerStatuses").getFirst();
        assertThat(container.text("stopSignal")).isEqualTo("SIGUSR1");
        kubelet.remove(pod);

        Await.until("the container to be told", () -> folder.lines("told").size() > 1);
        assertThat(folder.lines("told")).containsExactly("up", "user");
    }
}
