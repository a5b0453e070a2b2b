package io.jubelet.config.flag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.validation.ConfigValidator;
import io.jubelet.config.validation.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Text of any length is refused in words, never by running out of stack.
final class LongTextTest {
    private static final int TIMES = 50_000;

    @ParameterizedTest(name = "--{0}={1}{2}…{3}")
    @CsvSource({
        "node-labels, a, .a, /x=y",
        "node-labels, x=, y-, y",
        "register-with-taints, a, .a, /x=y:NoSchedule",
        "max-pods, 1, 11, 1",
        "max-pods, 0x, _f, f",
        "version, v1, .1, .1",
        "version, v1.36.4-a, .a, !"
    })
    void aFlagIsRefusedInWords(String flag, String start, String middle, String end) {
        var value = start + middle.repeat(TIMES) + end;

        var failure = catchThrowable(() -> parse("--" + flag + "=" + value));

        assertThat(failure).isInstanceOf(FlagException.class);
    }

    @ParameterizedTest(name = "{0}…{1}")
    @CsvSource({".a, ''", "/a, ''", "-a, ''", "__a, ''", "a, @!", ".a, :!", "/a, @a-b:!"})
    void anImagePatternIsRefusedInWords(String middle, String end) {
        var config =
                KubeletConfiguration.newBuilder()
                        .setImagePullCredentialsVerificationPolicy("NeverVerifyAllowlistedImages")
                        .addPreloadedImagesVerificationAllowlist("a" + middle.repeat(TIMES) + end);

        assertThat(findings(config))
                .anyMatch(each -> each.contains("failed to parse as an image name"));
    }

    @Test
    void aTaintOfTheFileIsRefusedInWords() {
        var config = KubeletConfiguration.newBuilder();
        config.addRegisterWithTaintsBuilder().setKey("a" + ".a".repeat(TIMES) + "/x");

        assertThat(findings(config)).anyMatch(each -> each.startsWith("invalid taint: {a.a.a"));
    }

    private static List<String> findings(KubeletConfiguration.Builder config) {
        var host = new HostFacts(HostFacts.CgroupVersion.V2);
        return ConfigValidator.validate(config.build(), _ -> true, host);
    }

    private static void parse(String argument) {
        CommandLine.parse(List.of(argument), _ -> {}).checkFlags();
    }
}
