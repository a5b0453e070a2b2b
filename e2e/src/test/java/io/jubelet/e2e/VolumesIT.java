package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What a container finds in its file system and environment, seen by the container itself: it
/// writes what it sees as its last words.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.class)
final class VolumesIT {
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: sees, namespace: default, labels: {app: eyes}}
            spec:
              restartPolicy: Never
              securityContext: {fsGroup: 4711}
              hostAliases:
              - {ip: 192.0.2.9, hostnames: [somewhere]}
              volumes:
              - {name: disk, emptyDir: {}}
              - {name: memory, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
              - {name: node, hostPath: {path: %s, type: Directory}}
              - name: about
                downwardAPI:
                  items:
                  - {path: labels/all, fieldRef: {fieldPath: metadata.labels}}
              initContainers:
              - name: before
                image: %s
                command: [sh, -c, 'mkdir -p /disk/sub && echo left > /disk/sub/file']
                volumeMounts:
                - {name: disk, mountPath: /disk}
              containers:
              - name: main
                image: %s
                env:
                - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                - {name: CPUS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
                - {name: HELLO, value: "I am $(NAME)"}
                command:
                - sh
                - -c
                - |
                  { echo "hello=$HELLO"
                    echo "cpus=$CPUS"
                    echo "sub=$(cat /sub/file)"
                    echo "node=$(cat /node/file)"
                    echo "labels=$(cat /about/labels/all)"
                    echo "memory=$(grep -c ' /memory tmpfs' /proc/mounts)"
                    echo "group=$(stat -c %%g /disk)"
                    echo "alias=$(grep -c somewhere /etc/hosts)"
                    echo x 2>/dev/null > /about/new || echo "readonly=yes"
                  } > /dev/termination-log
                volumeMounts:
                - {name: disk, mountPath: /disk}
                - {name: disk, mountPath: /sub, subPath: sub}
                - {name: memory, mountPath: /memory}
                - {name: node, mountPath: /node, readOnly: true}
                - {name: about, mountPath: /about}
            """;

    @RegisterExtension final KubeletUnderTest kubelet;

    VolumesIT(Rig rig) {
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void aContainerFindsItsVolumesItsEnvironmentAndItsHosts() throws IOException {
        var folder = Files.createDirectories(kubelet.home().resolve("of-the-node"));
        Files.writeString(folder.resolve("file"), "there");
        var pod = Manifest.of("sees");
        kubelet.start();
        kubelet.put("sees.yaml", POD.formatted(folder, Rig.BUSYBOX, Rig.BUSYBOX));

        var seen = kubelet.awaitPhase(pod, "Succeeded");

        var words =
                seen.items("status", "containerStatuses")
                        .getFirst()
                        .text("state", "terminated", "message")
                        .lines()
                        .toList();
        assertThat(words)
                .contains(
                        "hello=I am sees-" + KubeletUnderTest.NODE,
                        "sub=left",
                        "node=there",
                        "labels=app=\"eyes\"",
                        "memory=1",
                        "group=4711",
                        "alias=1",
                        "readonly=yes")
                .noneMatch(line -> line.equals("cpus=0"));
        kubelet.remove(pod);
        Await.until("nothing of the pod to be mounted", () -> mounts().isEmpty());
        assertThat(folder.resolve("file")).exists();
    }

    @Test
    void aPathThatIsNotThereIsWaitedForByName() throws IOException {
        var pod = Manifest.of("sees");
        var missing = kubelet.home().resolve("of-the-node");
        kubelet.start();
        kubelet.put("sees.yaml", POD.formatted(missing, Rig.BUSYBOX, Rig.BUSYBOX));

        Await.that(
                "the wait to be named",
                kubelet::waits,
                waits ->
                        waits.contains("VolumeNotMounted") && waits.contains("is not a directory"));
        Files.createDirectories(missing);
        Files.writeString(missing.resolve("file"), "there");

        kubelet.awaitPhase(pod, "Succeeded");
    }

    /// One container mounts something below a volume once two others run, which look whether they
    /// find it; it takes its mount away when both have looked.
    private static String handsOn() {
        return """
            apiVersion: v1
            kind: Pod
            metadata: {name: hands-on, namespace: default}
            spec:
              restartPolicy: Never
              volumes:
              - {name: shared, emptyDir: {}}
              containers:
              - name: maker
                image: %s
                securityContext: {privileged: true}
                command:
                - sh
                - -ec
                - |
                  mkdir /shared/made
                  until [ -e /shared/follower-up ] && [ -e /shared/loner-up ]; do sleep 0.1; done
                  mount -t tmpfs made /shared/made
                  echo there > /shared/made/word
                  touch /shared/ready
                  until [ -e /shared/follower ] && [ -e /shared/loner ]; do sleep 0.1; done
                  umount /shared/made
                volumeMounts:
                - {name: shared, mountPath: /shared, mountPropagation: Bidirectional}
              - name: follower
                image: %s
                command:
                - sh
                - -c
                - |
                  touch /shared/follower-up
                  until [ -e /shared/ready ]; do sleep 0.1; done
                  cat /shared/made/word > /dev/termination-log || echo nothing > /dev/termination-log
                  touch /shared/follower
                volumeMounts:
                - {name: shared, mountPath: /shared, mountPropagation: HostToContainer}
              - name: loner
                image: %s
                command:
                - sh
                - -c
                - |
                  touch /shared/loner-up
                  until [ -e /shared/ready ]; do sleep 0.1; done
                  cat /shared/made/word > /dev/termination-log || echo nothing > /dev/termination-log
                  touch /shared/loner
                volumeMounts:
                - {name: shared, mountPath: /shared}
            """
                .formatted(Rig.BUSYBOX, Rig.BUSYBOX, Rig.BUSYBOX);
    }

    @Test
    void aMountIsHandedOnAsFarAsItIsAskedFor() {
        var pod = Manifest.of("hands-on");
        kubelet.start();
        kubelet.put("hands-on.yaml", handsOn());

        var seen = kubelet.awaitPhase(pod, "Succeeded");

        assertThat(seen.items("status", "containerStatuses"))
                .extracting(
                        status -> status.text("name"),
                        status -> status.text("state", "terminated", "message"))
                .containsExactlyInAnyOrder(
                        tuple("maker", ""),
                        tuple("follower", "there\n"),
                        tuple("loner", "nothing\n"));
        kubelet.remove(pod);
        Await.until("nothing of the pod to be mounted", () -> mounts().isEmpty());
    }

    private List<String> mounts() {
        try {
            return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                    .filter(line -> line.contains(kubelet.home() + "/") && line.contains("/pods/"))
                    .toList();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
