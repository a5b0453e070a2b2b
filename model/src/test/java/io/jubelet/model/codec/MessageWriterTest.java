package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Core;
import io.jubelet.api.core.Event;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodList;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.core.Volume;
import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.api.meta.IntOrString;
import io.jubelet.api.meta.MicroTime;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Quantity;
import io.jubelet.api.meta.Time;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Messages print, byte for byte, as Go prints the same objects.
final class MessageWriterTest {

    @Test
    void kindComesFirstThenVersionThenFieldsInDeclaredOrder() {
        var pod =
                Pod.newBuilder()
                        .setSpec(
                                PodSpec.newBuilder()
                                        .setRestartPolicy("Never")
                                        .addVolumes(Volume.newBuilder().setName("v")))
                        .setMetadata(ObjectMeta.newBuilder().setName("a"))
                        .build();
        assertThat(MessageWriter.toJson(pod, "v1", "Pod"))
                .isEqualTo(
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
                                + "\"spec\":{\"volumes\":[{\"name\":\"v\"}],"
                                + "\"restartPolicy\":\"Never\"}}");
        assertThat(MessageWriter.toJson(pod)).startsWith("{\"metadata\"");
    }

    @Test
    void mapKeysAreSorted() {
        var meta =
                ObjectMeta.newBuilder().putLabels("b", "1").putLabels("a", "2").putLabels("C", "3");
        assertThat(MessageWriter.toJson(meta.build()))
                .isEqualTo("{\"labels\":{\"C\":\"3\",\"a\":\"2\",\"b\":\"1\"}}");
    }

    @Test
    void textIsEscapedAsGoDoes() {
        var meta = ObjectMeta.newBuilder().setName("<>&\u2028\u2029\"\\\n\t\b\f\u001f\u007fé😀/'");
        assertThat(MessageWriter.toJson(meta.build()))
                .isEqualTo(
                        "{\"name\":\"\\u003c\\u003e\\u0026\\u2028\\u2029\\\"\\\\\\n\\t\\b\\f"
                                + "\\u001f\u007fé😀/'\"}");
    }

    @Test
    void presentButEmptyIsWrittenAndEmptyListsAreNot() {
        var meta = ObjectMeta.newBuilder().setName("").setGeneration(0);
        assertThat(MessageWriter.toJson(meta.build()))
                .isEqualTo("{\"name\":\"\",\"generation\":0}");
        assertThat(MessageWriter.toJson(PodSpec.getDefaultInstance())).isEqualTo("{}");
    }

    @Test
    void itemsOfAnEmptyListAreNull() {
        assertThat(MessageWriter.toJson(PodList.getDefaultInstance(), "v1", "PodList"))
                .isEqualTo("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":null}");
    }

    @Test
    void timesAreUtcAndTheZeroTimeIsNull() {
        var condition =
                PodCondition.newBuilder()
                        .setType("Ready")
                        .setLastProbeTime(Time.getDefaultInstance())
                        .setLastTransitionTime(
                                Time.newBuilder().setSeconds(1_767_323_045L).setNanos(5));
        assertThat(MessageWriter.toJson(PodStatus.newBuilder().addConditions(condition).build()))
                .isEqualTo(
                        "{\"conditions\":[{\"type\":\"Ready\",\"lastProbeTime\":null,"
                                + "\"lastTransitionTime\":\"2026-01-02T03:04:05Z\"}]}");
        var event =
                Event.newBuilder()
                        .setEventTime(MicroTime.newBuilder().setSeconds(0).setNanos(1_500_000));
        assertThat(MessageWriter.toJson(event.build()))
                .isEqualTo("{\"eventTime\":\"1970-01-01T00:00:00.001500Z\"}");
    }

    @ParameterizedTest(name = "quantity \"{0}\" is written as {1}")
    @CsvSource({"1024Mi, 1Gi", "0.5, 500m", "'', 0", "nonsense, nonsense"})
    void quantitiesAreCanonical(String text, String written) {
        var quantity = Quantity.newBuilder().setString(text).build();
        assertThat(MessageWriter.toJson(quantity)).isEqualTo("\"" + written + "\"");
    }

    @Test
    void specialFormsStandAloneToo() {
        assertThat(MessageWriter.toJson(IntOrString.newBuilder().setType(1).setStrVal("a").build()))
                .isEqualTo("\"a\"");
        assertThat(MessageWriter.toJson(IntOrString.newBuilder().setIntVal(80).build()))
                .isEqualTo("80");
        assertThat(MessageWriter.toJson(Duration.newBuilder().setNanos(100_000_000).build()))
                .isEqualTo("\"100ms\"");
    }

    @Test
    void bytesAreBase64() {
        var map = ConfigMap.newBuilder().putBinaryData("a", ByteString.copyFromUtf8("hello"));
        assertThat(MessageWriter.toJson(map.build()))
                .isEqualTo("{\"binaryData\":{\"a\":\"aGVsbG8=\"}}");
    }

    @ParameterizedTest(name = "{0} is written as {1}")
    @CsvSource({
        "0, 0",
        "0.8, 0.8",
        "1, 1",
        "100000, 100000",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "0.000001, 0.000001",
        "1.5e-7, 1.5e-7",
        "-2.5e30, -2.5e+30"
    })
    void floatingPointNumbersAreWrittenAsInGo(double value, String written) {
        var config = KubeletConfiguration.newBuilder().setMemoryThrottlingFactor(value).build();
        assertThat(MessageWriter.toJson(config))
                .isEqualTo("{\"memoryThrottlingFactor\":" + written + "}");
    }

    @Test
    void everyInlinedFieldExistsAndHidesNoOther() {
        var fields =
                Core.getDescriptor().getMessageTypes().stream()
                        .flatMap(message -> message.getFields().stream())
                        .filter(FieldTable::isInlined)
                        .map(FieldDescriptor::getFullName)
                        .collect(Collectors.toSet());
        assertThat(fields).isEqualTo(FieldTable.INLINED);
        for (String name : FieldTable.INLINED) {
            var parent = name.substring(name.indexOf("core.") + 5, name.lastIndexOf('.'));
            var message = Core.getDescriptor().findMessageTypeByName(parent);
            var inlined = message.findFieldByName(name.substring(name.lastIndexOf('.') + 1));
            assertThat(inlined.getMessageType().getFields())
                    .extracting(FieldDescriptor::getName)
                    .doesNotContainAnyElementsOf(
                            message.getFields().stream().map(FieldDescriptor::getName).toList());
        }
    }
}
