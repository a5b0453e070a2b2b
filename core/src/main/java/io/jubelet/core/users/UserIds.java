package io.jubelet.core.users;

/// The ids of this node out of which pods get users of their own. Pure.
///
/// Upstream: userns_manager.go MakeUserNsManager, kubelet_pods.go getKubeletMappings.
public sealed interface UserIds {
    /// What one pod gets where nothing else is configured.
    long USUAL_SHARE = 65_536;

    /// There are no ids above these.
    long ALL = 1L << 32;

    /// All but the first share, which the node's own users are in.
    UserIds STANDARD = new Pool(USUAL_SHARE, ALL - USUAL_SHARE, USUAL_SHARE);

    /// Ids that are cut into shares, one for each pod.
    record Pool(long first, long length, long share) implements UserIds {
        int shares() {
            return (int) (length / share);
        }
    }

    /// Nobody can have users of its own.
    ///
    /// @param problem what is wrong with what this node is given
    record Unusable(String problem) implements UserIds {}

    /// Of a node that is given all ids.
    static UserIds allInSharesOf(long share, int maxPods) {
        return of(share, ALL - share, share, maxPods);
    }

    /// Of a node that is given these ids.
    static UserIds of(long first, long length, long share, int maxPods) {
        if (share <= 0 || share % USUAL_SHARE != 0) {
            return new Unusable(
                    "kubelet user namespace length %d is not a multiple of %d"
                            .formatted(share, USUAL_SHARE));
        }
        if (first % share != 0) {
            return new Unusable(
                    "kubelet user assigned ID %d is not a multiple of %d".formatted(first, share));
        }
        if (first < share) {
            return new Unusable(
                    "kubelet user assigned ID %d must be greater or equal to %d"
                            .formatted(first, share));
        }
        if (length % share != 0) {
            return new Unusable(
                    "kubelet user assigned IDs length %d is not a multiple of %d"
                            .formatted(length, share));
        }
        if (length / share < maxPods) {
            return new Unusable(
                    "kubelet user assigned IDs are not enough to support %d pods"
                            .formatted(maxPods));
        }
        return new Pool(first, length, share);
    }
}
