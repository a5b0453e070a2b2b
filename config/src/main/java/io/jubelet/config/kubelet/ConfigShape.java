package io.jubelet.config.kubelet;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.api.kubeletconfig.DurationOrNanos;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.Set;

/// Knows which fields of the configuration can be unset, which are always shown, and which are
/// left out when they hold nothing.
///
/// A *settled* message has exactly the fields that `/configz` of the Go kubelet prints for the same
/// configuration, so that presence carries no second meaning after loading.
///
/// Thread: any; changes only the builders it is given.
///
/// Upstream: the pointers and `omitempty` tags of the v1beta1 types, and what the conversion from
/// the internal types makes of them.
final class ConfigShape {
    /// Optional in the file, but with a definite value once loaded: always shown.
    private static final Set<String> DEFINITE =
            Set.of(
                    "enableServer",
                    "registryPullQPS",
                    "eventRecordQPS",
                    "enableDebuggingHandlers",
                    "healthzPort",
                    "oomScoreAdj",
                    "imageGCHighThresholdPercent",
                    "imageGCLowThresholdPercent",
                    "cgroupsPerQOS",
                    "podPidsLimit",
                    "resolvConf",
                    "cpuCFSQuota",
                    "cpuCFSQuotaPeriod",
                    "nodeStatusMaxImages",
                    "kubeAPIQPS",
                    "serializeImagePulls",
                    "mergeDefaultEvictionSettings",
                    "enableControllerAttachDetach",
                    "makeIPTablesUtilChains",
                    "iptablesMasqueradeBit",
                    "iptablesDropBit",
                    "failSwapOn",
                    "containerLogMaxFiles",
                    "containerLogMaxWorkers",
                    "containerLogMonitorInterval",
                    "enableSystemLogHandler",
                    "enableSystemLogQuery",
                    "enableProfilingHandler",
                    "enableDebugFlagsHandler",
                    "seccompDefault",
                    "registerNode",
                    "localStorageCapacityIsolation",
                    "failCgroupV1",
                    "KubeletWebhookAuthentication.enabled",
                    "KubeletAnonymousAuthentication.enabled");

    /// May stay unset for ever; shown when set, whatever the value.
    private static final Set<String> NULLABLE =
            Set.of(
                    "singleProcessOOMKill",
                    "maxParallelImagePulls",
                    "memoryThrottlingFactor",
                    "tracing",
                    "userNamespaces",
                    "CrashLoopBackOffConfig.maxContainerRestartPeriod",
                    "TracingConfiguration.endpoint",
                    "TracingConfiguration.samplingRatePerMillion",
                    "UserNamespaces.idsPerPod",
                    "Taint.timeAdded");

    /// Never left out, even when zero: a zero there is a value like any other.
    private static final Set<String> REQUIRED =
            Set.of(
                    "containerRuntimeEndpoint",
                    "LoggingConfiguration.verbosity",
                    "VModuleItem.filePattern",
                    "VModuleItem.verbosity",
                    "MemoryReservation.numaNode",
                    "ShutdownGracePeriodByPodPriority.priority",
                    "ShutdownGracePeriodByPodPriority.shutdownGracePeriodSeconds",
                    "Taint.key",
                    "Taint.effect");

    private static final Set<String> LEAVES =
            Set.of(
                    Duration.getDescriptor().getName(),
                    DurationOrNanos.getDescriptor().getName(),
                    Quantity.getDescriptor().getName());

    private ConfigShape() {}

    /// Whether the field is a part of the configuration that is always there, such as `logging`.
    static boolean isSection(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE
                && !field.isRepeated()
                && !NULLABLE.contains(key(field))
                && !LEAVES.contains(field.getMessageType().getName());
    }

    /// Whether a default may take the field's place.
    static boolean isUnset(Message.Builder builder, FieldDescriptor field) {
        if (field.isRepeated()) {
            return builder.getRepeatedFieldCount(field) == 0;
        }
        if (!builder.hasField(field)) {
            return true;
        }
        boolean pointer = DEFINITE.contains(key(field)) || NULLABLE.contains(key(field));
        return !pointer && isZero(field, builder.getField(field));
    }

    /// Gives the message the presence that it is shown with.
    static void settle(Message.Builder builder) {
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            if (field.isMapField()) {
                continue;
            }
            if (field.isRepeated()) {
                settleElements(builder, field);
            } else if (isSection(field)) {
                // Asking for the builder makes the section present.
                settle(builder.getFieldBuilder(field));
            } else {
                settleValue(builder, field);
            }
        }
    }

    private static void settleElements(Message.Builder builder, FieldDescriptor field) {
        if (field.getJavaType() != JavaType.MESSAGE) {
            return;
        }
        for (int i = 0; i < builder.getRepeatedFieldCount(field); i++) {
            var element = ((Message) builder.getRepeatedField(field, i)).toBuilder();
            settle(element);
            builder.setRepeatedField(field, i, element.build());
        }
    }

    private static void settleValue(Message.Builder builder, FieldDescriptor field) {
        if (NULLABLE.contains(key(field))) {
            return;
        }
        boolean leaf = field.getJavaType() == JavaType.MESSAGE;
        boolean shown = leaf || DEFINITE.contains(key(field)) || REQUIRED.contains(key(field));
        boolean zero = !builder.hasField(field) || isZero(field, builder.getField(field));
        if (!zero) {
            return;
        }
        if (!shown) {
            builder.clearField(field);
        } else if (!leaf) {
            builder.setField(field, builder.getField(field));
        } else if (field.getMessageType().equals(Quantity.getDescriptor())) {
            builder.setField(field, Quantity.newBuilder().setString("0").build());
        } else {
            var span = builder.getFieldBuilder(field);
            span.setField(span.getDescriptorForType().findFieldByName("nanos"), 0L);
        }
    }

    private static boolean isZero(FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case INT -> (Integer) value == 0;
            case LONG -> (Long) value == 0;
            case FLOAT -> (Float) value == 0;
            case DOUBLE -> (Double) value == 0;
            case BOOLEAN -> !(Boolean) value;
            case STRING -> ((String) value).isEmpty();
            case BYTE_STRING, ENUM -> false;
            case MESSAGE -> isZeroLeaf((Message) value);
        };
    }

    private static boolean isZeroLeaf(Message value) {
        return value instanceof Quantity quantity
                ? List.of("", "0").contains(quantity.getString())
                : value.getAllFields().entrySet().stream()
                        .filter(entry -> entry.getKey().getName().equals("nanos"))
                        .allMatch(entry -> (Long) entry.getValue() == 0);
    }

    private static String key(FieldDescriptor field) {
        String message = field.getContainingType().getName();
        return message.equals("KubeletConfiguration")
                ? field.getName()
                : message + "." + field.getName();
    }
}
