package io.jubelet.core.testing;

import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.image.ServiceAccounts;
import io.jubelet.core.runtime.PodIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Service accounts that a test makes up; a token names nothing but its number.
public final class KnownAccounts implements ServiceAccounts {
    private final Map<ObjectName, ServiceAccount> accounts = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private Optional<String> failure = Optional.empty();
    private int generation = 1;

    public KnownAccounts with(ObjectName name, String uid, Map<String, String> annotations) {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder()
                .setNamespace(name.namespace())
                .setName(name.name())
                .setUid(uid)
                .putAllAnnotations(annotations);
        accounts.put(name, account.build());
        return this;
    }

    /// From now on tokens are refused.
    public void refuse(String reason) {
        failure = Optional.of(reason);
    }

    /// From now on there is another token.
    public void renew() {
        generation++;
    }

    /// What tokens were asked for.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public ServiceAccount find(ObjectName account) {
        return Optional.ofNullable(accounts.get(account))
                .orElseThrow(
                        () ->
                                new AccountException(
                                        "serviceaccounts \"" + account.name() + "\" not found"));
    }

    @Override
    public String token(ObjectName account, String uid, PodIdentity pod, String audience) {
        requests.add("%s %s for %s to %s".formatted(account, uid, pod, audience));
        failure.ifPresent(
                reason -> {
                    throw new AccountException(reason);
                });
        return "token-" + generation;
    }
}
