package io.jubelet.core.waiting;

/// Other pods were told to end so that this one has room.
public record PreemptionRunning(int victims) implements WaitReason.OfNode {
    @Override
    public String code() {
        return "Preempting";
    }

    @Override
    public String message() {
        return "waiting for " + victims + " pods that make room for this one";
    }

    @Override
    public String unblockedBy() {
        return "the end of these pods";
    }
}
