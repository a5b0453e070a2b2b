package io.jubelet.core.sync;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.ImageService.ImageUser;
import io.jubelet.core.runtime.ImageService.LocalImage;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.testing.OnlyPulls;
import java.util.Optional;

/// A registry that lets in the user `ann` alone, on a node that keeps what was pulled.
final class PrivateRegistry implements OnlyPulls {
    int pulls;
    private boolean here;

    @Override
    public Optional<LocalImage> find(String image) {
        return here ? Optional.of(new LocalImage("sha256:1", 1, ImageUser.ROOT)) : Optional.empty();
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        pulls++;
        if (credential.filter(it -> it.user().equals("ann")).isEmpty()) {
            throw new RuntimeCallException(
                    "PullImage", RuntimeCallException.Code.FAILED, "unauthorized");
        }
        here = true;
        return "sha256:1";
    }
}
