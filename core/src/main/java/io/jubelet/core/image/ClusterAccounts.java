package io.jubelet.core.image;

import io.jubelet.api.authentication.TokenRequest;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.objects.PodObjects;
import io.jubelet.core.objects.ServiceTokens;
import io.jubelet.core.runtime.PodIdentity;

/// Service accounts of the cluster: read anew each time, their tokens from where those of volumes
/// are kept.
///
/// Thread: a pull's; blocks on the API server.
/// Upstream: kubelet.go getServiceAccount, token/token_manager.go.
public final class ClusterAccounts implements ServiceAccounts {
    private final ClusterApi api;
    private final PodObjects objects;

    public ClusterAccounts(ClusterApi api, PodObjects objects) {
        this.api = api;
        this.objects = objects;
    }

    @Override
    public ServiceAccount find(ObjectName account) {
        try {
            return api.get(ApiResource.SERVICE_ACCOUNTS, account);
        } catch (ApiCallException failure) {
            throw new AccountException(failure.reason());
        }
    }

    @Override
    public String token(ObjectName account, String uid, PodIdentity pod, String audience) {
        var request = TokenRequest.newBuilder();
        request.getMetadataBuilder().setUid(uid);
        request.getSpecBuilder()
                .addAudiences(audience)
                .getBoundObjectRefBuilder()
                .setApiVersion("v1")
                .setKind("Pod")
                .setName(pod.name())
                .setUID(pod.uid().value());
        return switch (objects.awaitToken(account, request.build())) {
            case ServiceTokens.Answer.Ready(var token, _, _) -> token;
            case ServiceTokens.Answer.Failed(var reason) -> throw new AccountException(reason);
            case ServiceTokens.Answer.NotYet _ ->
                    throw new AccountException("the API server has not answered in time");
        };
    }
}
