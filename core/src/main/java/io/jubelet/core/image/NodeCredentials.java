package io.jubelet.core.image;

import io.jubelet.core.runtime.RegistryCredential;
import java.util.ArrayList;
import java.util.List;

/// What this machine itself has to open registries with, whatever a pod brings.
///
/// Thread: a pull's; may block for as long as a credential program may run.
/// Upstream: the node's keyring of images/image_manager.go makeLookupPullCredentialsFunc.
@FunctionalInterface
public interface NodeCredentials {
    NodeCredentials NONE = (_, _, _) -> List.of();

    /// All that may open the repository, the most particular of each source first.
    ///
    /// @param repository with its registry, without tag and digest
    /// @param accounts who is asked where a source wants to know the pod's service account
    List<RegistryCredential> find(PullingPod pod, String repository, ServiceAccounts accounts);

    /// Whether what is found for this repository may be of the pod's service account.
    default boolean asksAccounts(String repository) {
        return false;
    }

    /// What this one has, and then what the other has.
    default NodeCredentials and(NodeCredentials other) {
        return new Both(this, other);
    }

    /// The credentials of two sources.
    record Both(NodeCredentials first, NodeCredentials second) implements NodeCredentials {
        @Override
        public List<RegistryCredential> find(
                PullingPod pod, String repository, ServiceAccounts accounts) {
            var all = new ArrayList<>(first.find(pod, repository, accounts));
            all.addAll(second.find(pod, repository, accounts));
            return all;
        }

        @Override
        public boolean asksAccounts(String repository) {
            return first.asksAccounts(repository) || second.asksAccounts(repository);
        }
    }
}
