package io.jubelet.core.waiting;

/// Other pods are being started, few at a time so that each is ready early.
///
/// @param ahead how many pods go first
public record StartQueued(int ahead) implements WaitReason.OfOthers {
    @Override
    public String code() {
        return "StartQueued";
    }

    @Override
    public String message() {
        return "waiting for its turn to be started, after %d other pods".formatted(ahead);
    }

    @Override
    public String unblockedBy() {
        return "the start of these pods";
    }
}
