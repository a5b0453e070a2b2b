package io.jubelet.core.runtime;

/// The identity of one incarnation of a pod.
public record PodUid(String value) implements Comparable<PodUid> {
    @Override
    public int compareTo(PodUid other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
