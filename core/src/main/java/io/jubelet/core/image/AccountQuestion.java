package io.jubelet.core.image;

import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.image.ServiceAccounts.AccountException;
import io.jubelet.core.runtime.PullAccount;
import java.util.TreeMap;

/// Finds out what a program is shown of a pod's service account.
///
/// Thread: a pull's; blocks on the API server.
/// Upstream: plugin.go pluginProvider.provide, serviceAccountProvider.
final class AccountQuestion {
    private AccountQuestion() {}

    /// What it comes to.
    sealed interface Answer {
        /// The pod has no account, and the program is asked without one.
        record Nobody() implements Answer {}

        record Known(AccountProof proof) implements Answer {}

        /// The program is not asked for this pod.
        record NotForIt(String why) implements Answer {}
    }

    /// Throws [AccountException] when the account or its token cannot be had.
    static Answer ask(AccountWish wish, PullingPod pod, ServiceAccounts accounts) {
        if (pod.account().isEmpty()) {
            return wish.required()
                    ? new Answer.NotForIt("Service account name is empty")
                    : new Answer.Nobody();
        }
        var name = pod.account().get();
        var account = account(accounts, name);
        var there = account.getMetadata().getAnnotationsMap();
        var shown = new TreeMap<String, String>();
        for (var key : wish.requiredAnnotations()) {
            if (!there.containsKey(key)) {
                return new Answer.NotForIt("required annotation " + key + " not found");
            }
            shown.put(key, there.get(key));
        }
        wish.optionalAnnotations().stream()
                .filter(there::containsKey)
                .forEach(key -> shown.put(key, there.get(key)));
        var uid = account.getMetadata().getUid();
        var token = token(accounts, name, uid, pod, wish.audience());
        return new Answer.Known(
                new AccountProof(
                        new PullAccount(uid, name.namespace(), name.name()), shown, token));
    }

    private static ServiceAccount account(ServiceAccounts accounts, ObjectName name) {
        try {
            return accounts.find(name);
        } catch (AccountException failure) {
            throw new AccountException("failed to get service account: " + failure.getMessage());
        }
    }

    private static String token(
            ServiceAccounts accounts,
            ObjectName name,
            String uid,
            PullingPod pod,
            String audience) {
        try {
            return accounts.token(name, uid, pod.identity(), audience);
        } catch (AccountException failure) {
            throw new AccountException(
                    "failed to get service account token: " + failure.getMessage());
        }
    }
}
