package io.jubelet.core.waiting;

/// The pod names a RuntimeClass, and nobody knows what it stands for.
public record RuntimeClassMissing(String runtimeClass, ObjectProblem problem)
        implements WaitReason.OfSandbox {
    @Override
    public String code() {
        return "FailedCreatePodSandBox";
    }

    @Override
    public String message() {
        return "failed to create pod sandbox: " + problem.message();
    }

    @Override
    public String unblockedBy() {
        return problem.unblockedBy();
    }
}
