package io.jubelet.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Taint;
import io.jubelet.api.core.Toleration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows of upstream's TestTolerationToleratesTaint and of its comparisons of numbers.
final class TaintPolicyTest {
    private static final String SAME = "NoSchedule";

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'the same key and effect, and operator is Exists, and taint has no value',"
                + "foo, Exists, '', '', true",
        "'the same key and effect, and operator is Exists, and taint has some value',"
                + "foo, Exists, '', bar, true",
        "'toleration has empty key and operator is Exists, means match all taints',"
                + "'', Exists, '', bar, true",
        "'the same key, effect and value, and operator is Equal', foo, Equal, bar, bar, true",
        "'the same without an operator', foo, '', bar, bar, true",
        "'another value without an operator', foo, '', bar, baz, false",
        "'the same key and effect, but different values, and operator is Equal',"
                + "foo, Equal, value1, value2, false",
        "'another key', other, Exists, '', bar, false",
        "'an operator that nobody knows', foo, Like, bar, bar, false",
    })
    void tolerates(
            String name,
            String key,
            String operator,
            String wanted,
            String value,
            boolean tolerated) {
        assertThat(TaintPolicy.tolerates(toleration(key, operator, wanted), taint(value), false))
                .as(name)
                .isEqualTo(tolerated);
    }

    @ParameterizedTest(name = "{0} {1}, of {2}: {3}")
    @CsvSource({
        "Gt, 950, 800, false",
        "Gt, 750, 950, true",
        "Gt, 950, 950, false",
        "Gt, -100, -200, false",
        "Gt, -200, -100, true",
        "Gt, 9223372036854775806, 9223372036854775807, true",
        "Lt, 800, 950, false",
        "Lt, 950, 800, true",
        "Lt, 950, 950, false",
        "Lt, 0, -9223372036854775808, true",
        "Gt, 950, high, false",
        "Gt, high, 950, false",
        "Lt, '', 950, false",
        "Gt, +1, 5, false",
        "Gt, 01, 5, false",
        "Lt, 5, -0, false",
        "Lt, 5, 0, true",
    })
    void numbersAreComparedWithTheGateAlone(
            String operator, String bound, String value, boolean tolerated) {
        var toleration = toleration("foo", operator, bound);

        assertThat(TaintPolicy.tolerates(toleration, taint(value), true)).isEqualTo(tolerated);
        assertThat(TaintPolicy.tolerates(toleration, taint(value), false)).isFalse();
    }

    @ParameterizedTest(name = "effect \"{0}\": {1}")
    @CsvSource({"'', true", "NoSchedule, true", "NoExecute, false"})
    void anEffectIsTheSameOrAny(String effect, boolean tolerated) {
        var toleration = toleration("foo", "Exists", "").toBuilder().setEffect(effect).build();

        assertThat(TaintPolicy.tolerates(toleration, taint(""), false)).isEqualTo(tolerated);
    }

    private static Toleration toleration(String key, String operator, String value) {
        return Toleration.newBuilder()
                .setKey(key)
                .setOperator(operator)
                .setValue(value)
                .setEffect(SAME)
                .build();
    }

    private static Taint taint(String value) {
        return Taint.newBuilder().setKey("foo").setValue(value).setEffect(SAME).build();
    }
}
