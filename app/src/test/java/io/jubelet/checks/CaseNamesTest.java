package io.jubelet.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Upstream's cases are in our tables, or `docs/parity-cases.md` says why not.
final class CaseNamesTest {
    private static final CaseNames PROJECT = CaseNames.ofProject();

    @Test
    void everyCaseIsHereOrExplained() {
        assertThat(PROJECT.unexplained()).isEmpty();
    }

    @Test
    void everyReasonExplainsSomething() {
        assertThat(PROJECT.idleReasons()).isEmpty();
    }

    @Test
    void everyTableAnswersToATestThatExists() {
        assertThat(PROJECT.unknownTests()).isEmpty();
    }

    @Test
    void thePageIsWhatTheScriptWrites() {
        assertThat(ProjectFiles.read(CaseNames.PAGE))
                .as("run rig/case-names")
                .isEqualTo(PROJECT.page());
    }

    @Test
    void aCaseThatNoTableHasIsFound() {
        var names = names("TestA\tone\nTestA\ttwo words\nTestB\tone\nTestB\t-\nTestC\t-\n", "");

        assertThat(names.missing().stream().map(Object::toString))
                .containsExactly("TestB: one", "TestC: -");
        assertThat(names.unexplained()).hasSize(2);
        assertThat(names.page()).contains("| TestB | one | not known yet |");
    }

    @Test
    void aReasonExplainsWhatItMatchesAndNothingElse() {
        var names = names("TestB\tone\nTestC\t-\n", "# why\nTestB: o\tbecause\nTestZ\tnever\n");

        assertThat(names.unexplained().stream().map(Object::toString)).containsExactly("TestC: -");
        assertThat(names.idleReasons()).containsExactly("TestZ");
        assertThat(names.page()).contains("| TestB | one | because |");
    }

    @Test
    void aTestThatUpstreamDoesNotHaveIsFound() {
        assertThat(names("TestA\tone\n", "").unknownTests()).containsExactly("TestB");
    }

    private static CaseNames names(String cases, String reasons) {
        var source =
                """
                    /// Rows.
                    ///
                    /// Cases of TestA.
                    static Stream<Arguments> rows() {
                        row("one: and more", "two "
                                + "words");
                    }

                    /// Cases of TestB.
                    @Test
                    void whole() {}

                    static void other() {
                        row("one");
                    }
                """;
        return new CaseNames(
                CaseNames.cases(cases),
                CaseNames.reasons(reasons),
                CaseNames.tables(Map.of("OurTest", source)));
    }
}
