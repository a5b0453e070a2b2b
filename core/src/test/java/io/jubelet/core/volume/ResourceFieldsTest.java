package io.jubelet.core.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ResourceFieldSelector;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResourceFieldsTest {
    private static final Map<String, io.jubelet.model.quantity.Quantity> ALLOCATABLE =
            Map.of(
                    "cpu", io.jubelet.model.quantity.Quantity.parse("4"),
                    "memory", io.jubelet.model.quantity.Quantity.parse("8Gi"));

    @ParameterizedTest(name = "{0} of container {1} and pod {2} is {3}")
    @CsvSource(
            nullValues = "none",
            value = {
                "limits.memory, 1Mi, 2Mi, 1048576",
                "limits.memory, none, 2Mi, 2097152",
                "limits.memory, 0, 2Mi, 2097152",
                "limits.memory, none, none, 8589934592",
                "limits.memory, none, 0, 8589934592",
                "limits.cpu, none, 1500m, 2",
                "limits.cpu, none, none, 4",
                // What the node does not have for pods, no pod's limit stands in for.
                "limits.ephemeral-storage, none, 1Gi, 0",
                "limits.hugepages-2Mi, none, 4Mi, 0",
                "limits.hugepages-2Mi, 2Mi, 4Mi, 2097152",
                "requests.memory, none, 2Mi, 0",
                "requests.memory, 1Mi, 2Mi, 1048576",
                "limits.example.com/gpu, 1, 2, none",
            })
    void isTheContainersElseThePodsElseTheNodes(
            String field, String ofContainer, String ofPod, String told) {
        var resource = field.substring(field.indexOf('.') + 1);
        var container = Container.newBuilder().setName("app");
        amounts(container.getResourcesBuilder(), resource, ofContainer);
        var pod = Pod.newBuilder();
        amounts(pod.getSpecBuilder().getResourcesBuilder(), resource, ofPod);

        var value =
                ResourceFields.value(
                        ResourceFieldSelector.newBuilder().setResource(field).build(),
                        pod.build(),
                        Optional.of(container.build()),
                        ALLOCATABLE);

        assertThat(value).isEqualTo(Optional.ofNullable(told));
    }

    private static void amounts(
            ResourceRequirements.Builder resources, String resource, String amount) {
        if (amount != null) {
            var quantity = Quantity.newBuilder().setString(amount).build();
            resources.putLimits(resource, quantity).putRequests(resource, quantity);
        }
    }
}
