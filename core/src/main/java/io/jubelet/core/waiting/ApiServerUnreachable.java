package io.jubelet.core.waiting;

/// The API server does not answer: pods that run go on, and what needs it waits.
public record ApiServerUnreachable(String detail) implements WaitReason.OfNode {
    @Override
    public String code() {
        return "ApiServerUnreachable";
    }

    @Override
    public String message() {
        return "the API server does not answer: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "the API server's answer";
    }
}
