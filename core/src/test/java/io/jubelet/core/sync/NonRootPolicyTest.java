package io.jubelet.core.sync;

import static io.jubelet.core.testing.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.PodSpec;
import io.jubelet.core.runtime.ImageService.ImageUser;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class NonRootPolicyTest {
    private static final ImageUser SOMEBODY = new ImageUser(OptionalLong.of(1000), "");
    private static final ImageUser NAMED = new ImageUser(OptionalLong.empty(), "app");
    private static final String WHERE = " (pod: \"web_default(web-uid)\", container: app)";

    static Stream<Arguments> cases() {
        return Stream.of(
                row("nobody asks", spec -> {}, ImageUser.ROOT, ""),
                row(
                        "the pod asks, the image is root's",
                        NonRootPolicyTest::podAsks,
                        ImageUser.ROOT,
                        "container has runAsNonRoot and image will run as root" + WHERE),
                row(
                        "the pod asks, the image is somebody's",
                        NonRootPolicyTest::podAsks,
                        SOMEBODY,
                        ""),
                row(
                        "the pod asks, the image has a name",
                        NonRootPolicyTest::podAsks,
                        NAMED,
                        "container has runAsNonRoot and image has non-numeric user (app), cannot"
                                + " verify user is non-root"
                                + WHERE),
                row(
                        "the container takes it back",
                        spec -> {
                            podAsks(spec);
                            spec.getContainersBuilder(0)
                                    .getSecurityContextBuilder()
                                    .setRunAsNonRoot(false);
                        },
                        ImageUser.ROOT,
                        ""),
                row(
                        "the pod names a user",
                        spec -> {
                            podAsks(spec);
                            spec.getSecurityContextBuilder().setRunAsUser(7);
                        },
                        ImageUser.ROOT,
                        ""),
                row(
                        "the container is root by its own word",
                        spec -> {
                            podAsks(spec);
                            spec.getSecurityContextBuilder().setRunAsUser(7);
                            spec.getContainersBuilder(0)
                                    .getSecurityContextBuilder()
                                    .setRunAsUser(0);
                        },
                        SOMEBODY,
                        "container's runAsUser breaks non-root policy" + WHERE));
    }

    private static void podAsks(PodSpec.Builder spec) {
        spec.getSecurityContextBuilder().setRunAsNonRoot(true);
    }

    private static Arguments row(
            String name, Consumer<PodSpec.Builder> change, ImageUser image, String objection) {
        return Arguments.of(name, change, image, objection);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void objects(String name, Consumer<PodSpec.Builder> change, ImageUser image, String objection) {
        var pod =
                pod("web")
                        .containers("app")
                        .with(p -> change.accept(p.getSpecBuilder()))
                        .build()
                        .pod();

        assertThat(NonRootPolicy.objection(pod, pod.getSpec().getContainers(0), image).orElse(""))
                .as(name)
                .isEqualTo(objection);
    }
}
