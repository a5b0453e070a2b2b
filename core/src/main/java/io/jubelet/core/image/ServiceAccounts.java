package io.jubelet.core.image;

import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.PodIdentity;

/// The service accounts that pods run as, and tokens of them. Every method throws
/// [AccountException] when there is nothing to be had.
///
/// Thread: a pull's; blocks on the API server.
public interface ServiceAccounts {
    /// Of an agent without a cluster.
    ServiceAccounts NONE =
            new ServiceAccounts() {
                @Override
                public ServiceAccount find(ObjectName account) {
                    throw new AccountException(
                            "cannot get ServiceAccounts when kubelet is in standalone mode");
                }

                @Override
                public String token(
                        ObjectName account, String uid, PodIdentity pod, String audience) {
                    throw new AccountException(
                            "cannot use TokenManager when kubelet is in standalone mode");
                }
            };

    /// As it is now.
    ServiceAccount find(ObjectName account);

    /// A token that is good for as long as the pod is there.
    ///
    /// @param uid of the account: one that was made anew under its name is another
    /// @param audience whom it is made out to
    String token(ObjectName account, String uid, PodIdentity pod, String audience);

    /// Why there is no account or no token; never with what a token is.
    final class AccountException extends RuntimeException {
        public AccountException(String message) {
            super(message);
        }
    }
}
