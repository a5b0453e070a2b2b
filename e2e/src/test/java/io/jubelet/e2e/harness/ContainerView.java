package io.jubelet.e2e.harness;

/// What the API server says of one container of a pod.
///
/// Thread: immutable.
public record ContainerView(Json status) {
    /// The first of the pod; one that nothing is said of yet is empty.
    public static ContainerView of(Json pod) {
        return pod.items("status", "containerStatuses").stream()
                .findFirst()
                .map(ContainerView::new)
                .orElse(new ContainerView(pod.at("nothing")));
    }

    public boolean runs() {
        return !status.at("state", "running").keys().isEmpty();
    }

    public boolean started() {
        return status.text("started").equals("true");
    }

    public boolean ready() {
        return status.text("ready").equals("true");
    }

    public int restarts() {
        var count = status.text("restartCount");
        return count.isEmpty() ? 0 : Integer.parseInt(count);
    }

    /// Why it waits; empty if it does not.
    public String waitsFor() {
        return status.text("state", "waiting", "reason");
    }

    public String waitMessage() {
        return status.text("state", "waiting", "message");
    }
}
