package io.jubelet.core.waiting;

/// Another kubelet goes by this node's name, so that pods run twice and each writes over what the
/// other says.
///
/// @param other where the other can be asked, as far as it is known
public record NodeNameShared(String node, String other) implements WaitReason.OfNode {
    @Override
    public String code() {
        return "NodeNameShared";
    }

    @Override
    public String message() {
        return "another kubelet calls itself " + node + " too, at " + other;
    }

    @Override
    public String unblockedBy() {
        return "a name of its own for one of the two (--hostname-override), or the other's end";
    }
}
