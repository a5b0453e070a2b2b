package io.jubelet.core.desired;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.VolumeMount;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream: kubelet_pods_test.go TestResolveRecursiveReadOnly.
final class RecursiveReadOnlyPolicyTest {
    private static RecursiveReadOnlyPolicy.Verdict verdict(
            boolean readOnly, String mode, String propagation, boolean supported) {
        var mount =
                VolumeMount.newBuilder()
                        .setName("v")
                        .setReadOnly(readOnly)
                        .setRecursiveReadOnly(mode)
                        .setMountPropagation(propagation);
        return RecursiveReadOnlyPolicy.of(mount.build(), supported);
    }

    @ParameterizedTest(
            name = "read-only {0}, mode \"{1}\", propagation \"{2}\", supported {3}: {4}")
    @CsvSource({
        "true,  '',         '',              true,  false",
        "false, '',         '',              true,  false",
        "true,  Disabled,   '',              true,  false",
        "false, Disabled,   '',              true,  false",
        "true,  Disabled,   HostToContainer, true,  false",
        "true,  IfPossible, '',              true,  true",
        "true,  IfPossible, None,            true,  true",
        "true,  IfPossible, '',              false, false",
        "true,  Enabled,    '',              true,  true",
        "true,  Enabled,    None,            true,  true",
    })
    void decides(
            boolean readOnly,
            String mode,
            String propagation,
            boolean supported,
            boolean recursive) {
        assertThat(verdict(readOnly, mode, propagation, supported))
                .isEqualTo(new RecursiveReadOnlyPolicy.Verdict.Mode(recursive));
    }

    @ParameterizedTest(
            name = "read-only {0}, mode \"{1}\", propagation \"{2}\", supported {3}: {4}")
    @CsvSource({
        "true,  Enabled,    '',              false, it is not supported by the runtime",
        "false, Enabled,    '',              true,  it is not read-only",
        "false, IfPossible, '',              true,  it is not read-only",
        "true,  Enabled,    HostToContainer, true,"
                + " it is not compatible with propagation \"HostToContainer\"",
        "true,  IfPossible, Bidirectional,   true,"
                + " it is not compatible with propagation \"Bidirectional\"",
    })
    void refuses(boolean readOnly, String mode, String propagation, boolean supported, String why) {
        assertThat(verdict(readOnly, mode, propagation, supported))
                .isEqualTo(
                        new RecursiveReadOnlyPolicy.Verdict.Refused(
                                "volume \"v\" requested recursive read-only mode, but " + why));
    }

    @ParameterizedTest(name = "\"{0}\" is no mode")
    @CsvSource({"Always", "enabled"})
    void refusesAWordThatIsNoMode(String mode) {
        assertThat(verdict(true, mode, "", true))
                .isEqualTo(
                        new RecursiveReadOnlyPolicy.Verdict.Refused(
                                "unknown recursive read-only mode \"" + mode + "\""));
    }
}
