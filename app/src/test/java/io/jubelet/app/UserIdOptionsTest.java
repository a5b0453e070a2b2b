package io.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.core.users.UserIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream: kubelet_pods_linux_test.go TestParseGetSubIdsOutput, TestGetKubeletMappings.
final class UserIdOptionsTest {
    private static final String USER = "kubelet:x:990:990::/:/usr/sbin/nologin\n";
    private static final UserIds.Pool EVERYTHING =
            new UserIds.Pool(65_536, (1L << 32) - 65_536, 65_536);

    @TempDir private Path folder;

    @Test
    void aMachineWithoutThatUserGivesAllIds() throws IOException {
        tool();

        assertThat(ids("root:x:0:0::/root:/bin/sh\n", "nonsense")).isEqualTo(EVERYTHING);
    }

    @Test
    void aMachineWithoutTheToolGivesAllIds() throws IOException {
        assertThat(ids(USER, "nonsense")).isEqualTo(EVERYTHING);
    }

    @Test
    void theAdministratorSaysWhichIdsThereAre() throws IOException {
        tool();

        assertThat(ids(USER, "0: kubelet 65536 2147483648\n"))
                .isEqualTo(new UserIds.Pool(65_536, 1L << 31, 65_536));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0: kubelet 65536               | invalid line "0: kubelet 65536"
                    0: kubelet x 2147483648        | For input string: "x"
                    0: kubelet 65537 2147483648    | ID 65537 is not a multiple of 65536
                    0: kubelet 0 2147483648        | ID 0 must be greater or equal to 65536
                    0: kubelet 65536 2147483647    | length 2147483647 is not a multiple of 65536
                    0: kubelet 65536 65536         | IDs are not enough to support 110 pods
                    """)
    void whatMakesNoSenseIsSaid(String answer, String problem) throws IOException {
        tool();

        assertThat(ids(USER, answer))
                .isInstanceOfSatisfying(
                        UserIds.Unusable.class, it -> assertThat(it.problem()).contains(problem));
    }

    @Test
    void twoRangesAreOneTooMany() throws IOException {
        tool();

        assertThat(ids(USER, "0: kubelet 65536 65536\n1: kubelet 655360 65536\n"))
                .isInstanceOfSatisfying(
                        UserIds.Unusable.class,
                        it -> assertThat(it.problem()).contains("it must contain only one line"));
    }

    @Test
    void usersAndGroupsMustBeTheSame() throws IOException {
        tool();
        var options =
                new UserIdOptions(
                        users(USER),
                        List.of(folder),
                        () ->
                                (command, _) ->
                                        bytes(
                                                command.arguments().contains("-g")
                                                        ? "0: kubelet 131072 2147483648"
                                                        : "0: kubelet 65536 2147483648"));

        assertThat(options.of(config(65_536)))
                .isEqualTo(
                        new UserIds.Unusable(
                                "mismatched subuids and subgids for user \"kubelet\""));
    }

    @Test
    void aPodGetsAsManyIdsAsAreConfigured() throws IOException {
        var options = new UserIdOptions(users(""), List.of(), () -> (_, _) -> bytes(""));

        assertThat(options.of(config(131_072)))
                .isEqualTo(new UserIds.Pool(131_072, (1L << 32) - 131_072, 131_072));
    }

    private UserIds ids(String users, String answer) throws IOException {
        return new UserIdOptions(users(users), List.of(folder), () -> (_, _) -> bytes(answer))
                .of(config(65_536));
    }

    private static KubeletConfiguration config(long share) {
        var config = KubeletConfiguration.newBuilder().setMaxPods(110);
        config.getUserNamespacesBuilder().setIdsPerPod(share);
        return config.build();
    }

    private Path users(String text) throws IOException {
        return Files.writeString(folder.resolve("passwd"), text);
    }

    private void tool() throws IOException {
        Files.createFile(
                folder.resolve("getsubids"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
