package io.jubelet.core.image;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.RegistryFiles;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.log.Log;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The credentials of the first of Docker's configuration files that makes sense. Read for every
/// pull: what an operator changes counts at once.
///
/// Thread: a pull's.
/// Upstream: credentialprovider/config.go, provider.go, which keeps what it read for five minutes.
public final class FileCredentials implements NodeCredentials {
    private static final Log LOG = Log.of(FileCredentials.class);

    private final RegistryFiles files;

    public FileCredentials(RegistryFiles files) {
        this.files = files;
    }

    @Override
    public List<RegistryCredential> find(
            PullingPod pod, String repository, ServiceAccounts accounts) {
        try {
            for (var file : files.read()) {
                var keyring = new Keyring();
                if (keyring.add(bytes(file.content()), file.nested())) {
                    return keyring.find(repository);
                }
                LOG.v(4).info("Cannot make sense of a credential file", "path", file.path());
            }
        } catch (HostCallException failure) {
            LOG.warning("Cannot read the node's credential files", "reason", failure.reason());
        }
        return List.of();
    }

    private static byte[] bytes(String content) {
        return content.getBytes(StandardCharsets.UTF_8);
    }
}
