package io.jubelet.core.image;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.RegistryCredential;
import java.util.ArrayList;
import java.util.List;

/// What this machine itself has to open registries with, whatever a pod brings.
///
/// Thread: a pull's; may block for as long as a credential program may run.
/// Upstream: the node's keyring of images/image_manager.go makeLookupPullCredentialsFunc.
@FunctionalInterface
public interface NodeCredentials {
    NodeCredentials NONE = (_, _) -> List.of();

    /// All that may open the repository, the most particular of each source first.
    ///
    /// @param repository with its registry, without tag and digest
    List<RegistryCredential> find(PodIdentity pod, String repository);

    /// What this one has, and then what the other has.
    default NodeCredentials and(NodeCredentials other) {
        return (pod, repository) -> {
            var all = new ArrayList<>(find(pod, repository));
            all.addAll(other.find(pod, repository));
            return all;
        };
    }
}
