package io.jubelet.core.pod;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;

/// What a pod waits for whose turn failed.
///
/// Thread: the pod's worker.
final class TurnFailure {
    private static final Log LOG = Log.of(TurnFailure.class);

    private TurnFailure() {}

    static WaitReason reason(PodIdentity pod, Throwable failure) {
        return switch (failure) {
            case RuntimeCallException call
                    when call.code() == RuntimeCallException.Code.UNAVAILABLE ->
                    new WaitReason.RuntimeUnavailable(call.reason());
            case RuntimeCallException call ->
                    new WaitReason.RuntimeCallFailed(call.operation(), call.reason());
            case HostCallException call -> new WaitReason.PodFilesFailed(call.reason());
            default -> {
                LOG.error(failure, "A pod's turn failed unexpectedly", "pod", pod);
                yield new WaitReason.TurnFailed(failure.toString());
            }
        };
    }
}
