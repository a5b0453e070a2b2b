package io.jubelet.core.desired;

import static io.jubelet.core.testing.Pods.pod;
import static io.jubelet.core.testing.Seen.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.RestartRules.Verdict;
import io.jubelet.core.runtime.ObservedContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RestartRulesTest {
    @ParameterizedTest(name = "{0} [3, 4] {1}, ended with {2}: {3}")
    @CsvSource({
        "In, Restart, 3, RESTART",
        "In, Restart, 5, NONE",
        "NotIn, Restart, 3, NONE",
        "NotIn, Restart, 5, RESTART",
        "In, RestartAllContainers, 4, RESTART_ALL",
        "In, Explode, 3, NONE",
        "Near, Restart, 3, NONE",
    })
    void aRuleAnswersToTheCodesThatItNames(
            String operator, String action, int code, Verdict verdict) {
        assertThat(RestartRules.of(with(operator, action), code)).isEqualTo(verdict);
    }

    @Test
    void theFirstRuleThatNamesTheCodeCounts() {
        var container =
                with("In", "Restart").toBuilder()
                        .addAllRestartPolicyRules(
                                with("In", "RestartAllContainers").getRestartPolicyRulesList())
                        .build();

        assertThat(RestartRules.of(container, 3)).isEqualTo(Verdict.RESTART);
    }

    @Test
    void aRuleWithoutCodesNamesNone() {
        var container = Container.newBuilder();
        container.addRestartPolicyRulesBuilder().setAction("Restart");

        assertThat(RestartRules.of(container.build(), 0)).isEqualTo(Verdict.NONE);
    }

    private static Container with(String operator, String action) {
        var container = Container.newBuilder().setName("app");
        container
                .addRestartPolicyRulesBuilder()
                .setAction(action)
                .getExitCodesBuilder()
                .setOperator(operator)
                .addValues(3)
                .addValues(4);
        return container.build();
    }

    private static DesiredPod desired(String action) {
        return pod("web")
                .containers("log")
                .with(it -> it.getSpecBuilder().addContainers(with("In", action)))
                .build();
    }

    @Test
    void onlyARuleForAllOfThemLetsAllStartOver() {
        var one = desired("Restart");
        var all = desired("RestartAllContainers");

        assertThat(RestartAllPolicy.possible(one)).isFalse();
        assertThat(RestartAllPolicy.possible(all)).isTrue();
        var ended = seen(all).sandbox(0).exited("app", 0, 3).build();
        assertThat(RestartAllPolicy.asking(all, ended))
                .extracting(ObservedContainer::name)
                .containsExactly("app");
        assertThat(RestartAllPolicy.asking(one, ended)).isEmpty();
    }

    @Test
    void anotherContainersCodeAsksForNothing() {
        var all = desired("RestartAllContainers");
        var ended = seen(all).sandbox(0).running("app").exited("log", 0, 3).build();

        assertThat(RestartAllPolicy.asking(all, ended)).isEmpty();
    }
}
