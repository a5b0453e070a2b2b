package io.jubelet.core.admission;

import static io.jubelet.core.admission.Candidates.node;
import static io.jubelet.core.admission.Candidates.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.NodeSelectorRequirement;
import io.jubelet.api.core.NodeSelectorTerm;
import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeAffinityPolicyTest {
    private static final AdmissionNode NODE =
            node("pods=1", Map.of("foo", "bar", "gpu", "NVIDIA-GRID-K1", "kernel-version", "206"));

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "Pod with matchExpressions using In operator that matches,      foo, In, bar value2, true",
        "Pod with matchExpressions using Gt operator that matches, kernel-version, Gt, 204, true",
        "the same the other way round,                             kernel-version, Lt, 204, false",
        "Gt of what is no number,                                       foo, Gt, 1, false",
        "NotIn of another value,                                        mem, NotIn, x, true",
        "NotIn of its own value,                                        foo, NotIn, bar, false",
        "Pod with matchExpressions using Exists operator that matches,  gpu, Exists, '', true",
        "Exists with values makes no sense,                             gpu, Exists, x, false",
        "DoesNotExist,                                              mem, DoesNotExist, '', true",
        "Pod with affinity that don't match node's labels,              foo, In, value1, false",
        "In without values makes no sense,                              foo, In, '', false",
        "an operator that nobody knows,                                 foo, Like, bar, false",
    })
    void matchesLabels(String name, String key, String operator, String values, boolean allowed) {
        assertThat(NodeAffinityPolicy.allows(with(term(key, operator, values)), NODE))
                .isEqualTo(allowed);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "In, machine1, true",
        "In, machine2, false",
        "NotIn, machine1, false",
        "NotIn, machine2, true",
        "In, machine1 machine2, false",
        "Exists, '', false",
    })
    void matchesTheNodesName(String operator, String values, boolean allowed) {
        var term =
                NodeSelectorTerm.newBuilder()
                        .addMatchFields(requirement("metadata.name", operator, values))
                        .build();

        assertThat(NodeAffinityPolicy.allows(with(term), NODE)).isEqualTo(allowed);
    }

    @Test
    void oneTermIsEnoughAndAnEmptyOneMatchesNothing() {
        var wrong = term("foo", "In", "other");
        var right = term("foo", "In", "bar");

        assertThat(NodeAffinityPolicy.allows(with(wrong, right), NODE)).isTrue();
        assertThat(NodeAffinityPolicy.allows(with(NodeSelectorTerm.getDefaultInstance()), NODE))
                .isFalse();
        assertThat(NodeAffinityPolicy.allows(with(), NODE)).isFalse();
    }

    @Test
    void bothNodeSelectorAndAffinityMustMatch() {
        var pod = with(term("foo", "In", "bar")).toBuilder();
        pod.getSpecBuilder().putNodeSelector("foo", "other");

        assertThat(NodeAffinityPolicy.allows(pod.build(), NODE)).isFalse();
    }

    private static Pod with(NodeSelectorTerm... terms) {
        return pod(
                "p",
                it ->
                        it.getSpecBuilder()
                                .getAffinityBuilder()
                                .getNodeAffinityBuilder()
                                .getRequiredDuringSchedulingIgnoredDuringExecutionBuilder()
                                .addAllNodeSelectorTerms(List.of(terms)));
    }

    private static NodeSelectorTerm term(String key, String operator, String values) {
        return NodeSelectorTerm.newBuilder()
                .addMatchExpressions(requirement(key, operator, values))
                .build();
    }

    private static NodeSelectorRequirement requirement(String key, String operator, String values) {
        var requirement = NodeSelectorRequirement.newBuilder().setKey(key).setOperator(operator);
        if (!values.isEmpty()) {
            requirement.addAllValues(List.of(values.split(" ", -1)));
        }
        return requirement.build();
    }
}
