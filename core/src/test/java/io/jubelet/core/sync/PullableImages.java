package io.jubelet.core.sync;

import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.testing.OnlyPulls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A machine that has the image or not, and a registry that answers or not.
record PullableImages(boolean here, boolean registry, List<String> asked, List<String> pulls)
        implements OnlyPulls {
    PullableImages(boolean here, boolean registry) {
        this(here, registry, new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public Optional<LocalImage> find(String image) {
        asked.add(image);
        return here
                ? Optional.of(new LocalImage("local", 1, ImageService.ImageUser.ROOT))
                : Optional.empty();
    }

    @Override
    public String pull(
            String image, Optional<RegistryCredential> credential, Cancellation cancellation) {
        pulls.add(image);
        if (!registry) {
            throw new RuntimeCallException(
                    "PullImage", RuntimeCallException.Code.FAILED, "no registry");
        }
        return "pulled";
    }
}
