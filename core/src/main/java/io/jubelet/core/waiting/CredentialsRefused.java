package io.jubelet.core.waiting;

/// The API server does not accept who we say we are: pods that run go on, and what needs it waits.
public record CredentialsRefused(String detail) implements WaitReason.OfNode {
    @Override
    public String code() {
        return "CredentialsRefused";
    }

    @Override
    public String message() {
        return "the API server does not accept this node's certificate or token: " + detail;
    }

    @Override
    public String unblockedBy() {
        return "credentials that the API server accepts, or its accepting these again";
    }
}
