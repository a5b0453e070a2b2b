package io.jubelet.core.waiting;

/// A probe of a running container does not succeed.
///
/// @param probe `Startup`, `Readiness` or `Liveness`
/// @param detail what the last try gave, as events tell it
public record ProbeFailing(String container, String probe, String detail)
        implements WaitReason.OfProbe {
    @Override
    public String code() {
        return probe + "ProbeFailing";
    }

    @Override
    public String message() {
        return probe + " probe of container \"" + container + "\" " + detail;
    }

    @Override
    public String unblockedBy() {
        return "the probe's success";
    }
}
