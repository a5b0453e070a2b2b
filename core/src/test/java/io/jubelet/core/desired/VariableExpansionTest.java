package io.jubelet.core.desired;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VariableExpansionTest {
    private static final Map<String, String> VARIABLES =
            Map.of("VAR_A", "A", "VAR_B", "B", "VAR_EMPTY", "", "VAR_REF", "$(VAR_A)");

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource(
            textBlock =
                    """
                    $(VAR_A), A
                    ___$(VAR_B)___, ___B___
                    $(VAR_A)$(VAR_B), AB
                    $$(VAR_A), $(VAR_A)
                    $$$(VAR_A), $A
                    $$$$(VAR_A), $$(VAR_A)
                    $(VAR_UNKNOWN), $(VAR_UNKNOWN)
                    $(VAR_EMPTY)x, x
                    $(VAR_REF), $(VAR_A)
                    $VAR_A, $VAR_A
                    $(VAR_A, $(VAR_A
                    foo$, foo$
                    $()x, $()x
                    f000-$-$(VAR_A), f000-$-A
                    """)
    void expands(String text, String expected) {
        assertThat(VariableExpansion.expand(text, VARIABLES)).isEqualTo(expected);
    }
}
