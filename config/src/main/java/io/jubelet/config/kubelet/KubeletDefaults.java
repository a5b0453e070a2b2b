package io.jubelet.config.kubelet;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Fills in what a configuration leaves unsaid.
///
/// A field that can be told apart from unset (a pointer upstream) is defaulted only when unset;
/// any other one also when it holds its zero value: `maxPods: 0` means 110.
///
/// Thread: any; changes only the builder it is given.
///
/// Upstream: SetDefaults_KubeletConfiguration, SetRecommendedLoggingConfiguration,
/// applyLegacyDefaults.
public final class KubeletDefaults {
    private static final String BACK_OFF_GATE = "KubeletCrashLoopBackOffMax";
    private static final String VERIFICATION_GATE = "KubeletEnsureSecretPulledImages";

    private KubeletDefaults() {}

    /// Defaults every unset field. `gates` answers for the two gates that a default hangs on;
    /// `emptyEnforcement` says that the file holds an empty `enforceNodeAllocatable`, which is not
    /// the same as none.
    public static void apply(
            KubeletConfiguration.Builder builder,
            Predicate<String> gates,
            boolean emptyEnforcement) {
        dependentDefaults(builder);
        var table = DefaultValues.MESSAGE.toBuilder();
        if (!gates.test(BACK_OFF_GATE)) {
            table.clearCrashLoopBackOff();
        }
        if (!gates.test(VERIFICATION_GATE)) {
            table.clearImagePullCredentialsVerificationPolicy();
        }
        if (emptyEnforcement) {
            table.clearEnforceNodeAllocatable();
        }
        fill(builder, table.build());
        wholeMilliUnits(builder);
        settle(builder);
    }

    /// Brings the message back into the shape it is shown in, after fields were changed one by one.
    public static void settle(KubeletConfiguration.Builder builder) {
        ConfigShape.settle(builder);
    }

    /// The configuration before any flag when there is no `--config`: open and without hard
    /// eviction thresholds, as the command line has always meant it.
    public static KubeletConfiguration legacy() {
        var builder = KubeletConfiguration.newBuilder();
        apply(builder, _ -> true, false);
        builder.setReadOnlyPort(10255);
        builder.getAuthenticationBuilder().getAnonymousBuilder().setEnabled(true);
        builder.getAuthenticationBuilder().getWebhookBuilder().setEnabled(false);
        builder.getAuthorizationBuilder().setMode("AlwaysAllow");
        return builder.build();
    }

    /// The hard eviction thresholds that a file gets which has none.
    public static Map<String, String> evictionHard() {
        return DefaultValues.EVICTION_HARD;
    }

    private static void dependentDefaults(KubeletConfiguration.Builder builder) {
        if (builder.getNodeStatusReportFrequency().getNanos() == 0
                && builder.getNodeStatusUpdateFrequency().getNanos() != 0) {
            builder.setNodeStatusReportFrequency(builder.getNodeStatusUpdateFrequency());
        }
        if (!builder.hasSerializeImagePulls()) {
            builder.setSerializeImagePulls(builder.getMaxParallelImagePulls() < 2);
        }
        if (builder.getPodPidsLimit() < 0) {
            builder.setPodPidsLimit(-1);
        }
        if (builder.getLogging().getFlushFrequency().getNanos() == 0) {
            builder.getLoggingBuilder().clearFlushFrequency();
        }
    }

    /// Amounts are counted in thousandths at the finest; what is finer is rounded up.
    private static void wholeMilliUnits(KubeletConfiguration.Builder builder) {
        for (var reservation : builder.getReservedMemoryBuilderList()) {
            for (var limit : List.copyOf(reservation.getLimitsMap().entrySet())) {
                Quantity.tryParse(limit.getValue().getString())
                        .map(amount -> amount.roundUp(-3).toString())
                        .map(text -> limit.getValue().toBuilder().setString(text).build())
                        .ifPresent(rounded -> reservation.putLimits(limit.getKey(), rounded));
            }
        }
    }

    private static void fill(Message.Builder builder, Message defaults) {
        for (Map.Entry<FieldDescriptor, Object> entry : defaults.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (ConfigShape.isSection(field)) {
                fill(builder.getFieldBuilder(field), (Message) entry.getValue());
            } else if (ConfigShape.isUnset(builder, field)) {
                builder.setField(field, entry.getValue());
            }
        }
    }
}
