package io.jubelet.core.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.RegistryFiles.RegistryFile;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.core.testing.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FileCredentialsTest {
    private static final PullingPod POD = PullingPod.of(Pods.pod("web").build().identity(), "");
    private static final RegistryCredential ANN = new RegistryCredential("ann", "secret");
    private static final String ENTRY =
            "{\"registry.example\": {\"username\": \"ann\", \"password\": \"secret\"}}";
    private static final RegistryFile NESTED = file(true, "{\"auths\": " + ENTRY + "}");
    private static final RegistryFile FLAT = file(false, ENTRY);
    private static final RegistryFile BROKEN = file(true, "{");
    private static final RegistryFile EMPTY = file(true, "{\"auths\": {}}");

    @Test
    void bothFormsAreRead() {
        assertThat(found(NESTED)).containsExactly(ANN);
        assertThat(found(FLAT)).containsExactly(ANN);
    }

    @Test
    void aFileThatMakesNoSenseIsPassedOver() {
        assertThat(found(BROKEN, FLAT)).containsExactly(ANN);
    }

    @Test
    void theFirstFileThatMakesSenseIsTheOnlyOne() {
        assertThat(found(EMPTY, NESTED)).isEmpty();
    }

    @Test
    void aDiskThatDoesNotAnswerHasNoCredentials() {
        var dead =
                new FileCredentials(
                        () -> {
                            throw new HostCallException("the disk is gone");
                        });

        assertThat(dead.find(POD, "registry.example/app", ServiceAccounts.NONE)).isEmpty();
    }

    @Test
    void aFileTellsNothingOfItsContent() {
        assertThat(NESTED.toString()).doesNotContain("secret");
    }

    private static List<RegistryCredential> found(RegistryFile... files) {
        return new FileCredentials(() -> List.of(files))
                .find(POD, "registry.example/app", ServiceAccounts.NONE);
    }

    private static RegistryFile file(boolean nested, String text) {
        return new RegistryFile("/x", nested, text);
    }
}
