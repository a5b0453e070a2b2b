package io.jubelet.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodIP;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.Quantity;
import io.jubelet.api.meta.Time;
import org.junit.jupiter.api.Test;

final class StatusPatchCalculatorTest {
    private static final PodStatus NONE = PodStatus.getDefaultInstance();

    @Test
    void saysNothingWhereNothingChanged() {
        var status =
                PodStatus.newBuilder()
                        .setPhase("Running")
                        .addConditions(ready("True", 5))
                        .addContainerStatuses(ContainerStatus.newBuilder().setName("app"))
                        .build();

        assertThat(StatusPatchCalculator.patch("u", status, status)).isEmpty();
    }

    @Test
    void namesThePodByItsUidAndOnlyWhatChanged() {
        var before = PodStatus.newBuilder().setPhase("Pending").setQosClass("BestEffort").build();

        assertThat(patch(before, before.toBuilder().setPhase("Running").build()))
                .isEqualTo("{\"metadata\":{\"uid\":\"u\"},\"status\":{\"phase\":\"Running\"}}");
    }

    @Test
    void takesAwayTextsThatAreNoLongerSaid() {
        var before = PodStatus.newBuilder().setReason("Evicted").setMessage("no \"room\"").build();

        assertThat(patch(before, NONE)).contains("\"message\":null,\"reason\":null");
        assertThat(patch(NONE, before)).contains("\"message\":\"no \\\"room\\\"\"");
    }

    @Test
    void changesAConditionByItsTypeAlone() {
        var before =
                PodStatus.newBuilder()
                        .addConditions(PodCondition.newBuilder().setType("other").setStatus("True"))
                        .addConditions(
                                ready("False", 5).toBuilder()
                                        .setReason("ContainersNotReady")
                                        .setMessage("x"))
                        .build();
        var after = before.toBuilder().setConditions(1, ready("True", 9)).build();

        assertThat(patch(before, after))
                .contains(
                        "\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\","
                                + "\"lastTransitionTime\":\"1970-01-01T00:00:09Z\","
                                + "\"reason\":null,\"message\":null}]");
    }

    @Test
    void deletesAConditionThatIsGone() {
        var before = PodStatus.newBuilder().addConditions(ready("True", 1)).build();

        assertThat(patch(before, NONE))
                .contains("\"conditions\":[{\"$patch\":\"delete\",\"type\":\"Ready\"}]");
    }

    @Test
    void replacesContainerStatusesAsAWhole() {
        var one = ContainerStatus.newBuilder().setName("a").setReady(false);
        var before = PodStatus.newBuilder().addContainerStatuses(one).build();
        var after = PodStatus.newBuilder().addContainerStatuses(one.setReady(true)).build();

        assertThat(patch(before, after))
                .contains("\"containerStatuses\":[{\"name\":\"a\",\"ready\":true}]");
    }

    @Test
    void doesNotMindWhatTheServerWritesOutByItself() {
        var ours = ContainerStatus.newBuilder().setName("a");
        var theirs = ContainerStatus.newBuilder().setName("a").setImageID("").setReady(false);
        theirs.getLastStateBuilder();
        ours.getStateBuilder().getTerminatedBuilder().setExitCode(3);
        theirs.getStateBuilder().getTerminatedBuilder().setExitCode(3).setSignal(0).setMessage("");

        assertThat(
                        StatusPatchCalculator.patch(
                                "u",
                                PodStatus.newBuilder().addContainerStatuses(theirs).build(),
                                PodStatus.newBuilder().addContainerStatuses(ours).build()))
                .isEmpty();
    }

    @Test
    void exchangesAddressesByTheirKeyAndKeepsTheirOrder() {
        var before = PodStatus.newBuilder().addPodIPs(ip("10.0.0.1")).build();
        var other = PodStatus.newBuilder().addPodIPs(ip("10.0.0.2")).build();
        var second =
                PodStatus.newBuilder().addPodIPs(ip("fd::1")).addPodIPs(ip("10.0.0.1")).build();

        assertThat(patch(before, other))
                .contains(
                        "\"podIPs\":[{\"$patch\":\"delete\",\"ip\":\"10.0.0.1\"},"
                                + "{\"ip\":\"10.0.0.2\"}]");
        assertThat(patch(before, second))
                .contains("\"podIPs\":[{\"ip\":\"fd::1\"}]")
                .contains("\"$setElementOrder/podIPs\":[{\"ip\":\"fd::1\"},{\"ip\":\"10.0.0.1\"}]");
    }

    @Test
    void changesAmountsByResource() {
        var before = PodStatus.newBuilder().putAllocatedResources("cpu", amount("1")).build();
        var after = PodStatus.newBuilder().putAllocatedResources("memory", amount("1Mi")).build();

        assertThat(patch(before, after))
                .contains("\"allocatedResources\":{\"memory\":\"1Mi\",\"cpu\":null}");
    }

    private static Quantity amount(String text) {
        return Quantity.newBuilder().setString(text).build();
    }

    private static PodIP ip(String ip) {
        return PodIP.newBuilder().setIp(ip).build();
    }

    private static PodCondition ready(String status, long since) {
        return PodCondition.newBuilder()
                .setType("Ready")
                .setStatus(status)
                .setLastTransitionTime(Time.newBuilder().setSeconds(since))
                .build();
    }

    private static String patch(PodStatus before, PodStatus after) {
        return StatusPatchCalculator.patch("u", before, after).orElseThrow();
    }
}
