package io.jubelet.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.api.core.AppArmorProfile;
import io.jubelet.api.core.Pod;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class AppArmorPolicyTest {
    private static final String KEY = "container.apparmor.security.beta.kubernetes.io/app";
    private static final String NO_NAME = "invalid empty AppArmor profile name";

    static Stream<Arguments> pods() {
        return Stream.of(
                row("a pod that asks for nothing", _ -> {}, false),
                row("a pod that wants to be free", it -> ofPod(it, "Unconfined", ""), false),
                row(
                        "a pod with the runtime's profile",
                        it -> ofPod(it, "RuntimeDefault", ""),
                        true),
                row(
                        "a container with the runtime's profile",
                        it -> ofContainer(it, "RuntimeDefault", ""),
                        true),
                row(
                        "a container that wants to be free",
                        it -> ofContainer(it, "Unconfined", ""),
                        false),
                row("an init container", it -> ofInit(it, "RuntimeDefault"), true),
                row("an ephemeral container", it -> ofEphemeral(it, "RuntimeDefault"), true),
                row(
                        "a profile in an annotation",
                        it -> annotated(it, KEY, "runtime/default"),
                        true),
                row("freedom in an annotation", it -> annotated(it, KEY, "unconfined"), false),
                row("another annotation", it -> annotated(it, "other", "runtime/default"), false));
    }

    private static Arguments row(String name, Consumer<Pod.Builder> asks, boolean needed) {
        return arguments(name, asks, needed);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void onlyWhoAsksForAProfileNeedsAMachineWithThem(
            String name, Consumer<Pod.Builder> asks, boolean needed) {
        var pod = Pod.newBuilder();
        asks.accept(pod);

        assertThat(AppArmorPolicy.problem(pod.build(), Optional.of("AppArmor is not enabled")))
                .as(name)
                .isEqualTo(needed ? Optional.of("AppArmor is not enabled") : Optional.empty());
        assertThat(AppArmorPolicy.problem(pod.build(), Optional.empty())).isEmpty();
    }

    static Stream<Arguments> profiles() {
        return Stream.of(
                row("a pod's without a name", it -> ofPod(it, "Localhost", ""), true),
                row("a container's without a name", it -> ofContainer(it, "Localhost", " "), true),
                row("a pod's with a name", it -> ofPod(it, "Localhost", "strict"), false),
                row("a container's with a name", it -> ofContainer(it, "Localhost", "x"), false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("profiles")
    void aProfileOfTheMachineHasAName(String name, Consumer<Pod.Builder> asks, boolean wrong) {
        var pod = Pod.newBuilder();
        asks.accept(pod);

        assertThat(AppArmorPolicy.problem(pod.build(), Optional.empty()))
                .as(name)
                .isEqualTo(wrong ? Optional.of(NO_NAME) : Optional.empty());
    }

    private static AppArmorProfile profile(String type, String name) {
        return AppArmorProfile.newBuilder().setType(type).setLocalhostProfile(name).build();
    }

    private static void ofPod(Pod.Builder pod, String type, String name) {
        pod.getSpecBuilder().getSecurityContextBuilder().setAppArmorProfile(profile(type, name));
    }

    private static void ofContainer(Pod.Builder pod, String type, String name) {
        pod.getSpecBuilder().addContainersBuilder().setName("first");
        pod.getSpecBuilder()
                .addContainersBuilder()
                .getSecurityContextBuilder()
                .setAppArmorProfile(profile(type, name));
    }

    private static void ofInit(Pod.Builder pod, String type) {
        pod.getSpecBuilder()
                .addInitContainersBuilder()
                .getSecurityContextBuilder()
                .setAppArmorProfile(profile(type, ""));
    }

    private static void ofEphemeral(Pod.Builder pod, String type) {
        pod.getSpecBuilder()
                .addEphemeralContainersBuilder()
                .getEphemeralContainerCommonBuilder()
                .getSecurityContextBuilder()
                .setAppArmorProfile(profile(type, ""));
    }

    private static void annotated(Pod.Builder pod, String key, String value) {
        pod.getMetadataBuilder().putAnnotations(key, value);
    }
}
