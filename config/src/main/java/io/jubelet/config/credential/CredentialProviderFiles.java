package io.jubelet.config.credential;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The programs that the file or folder of `--image-credential-provider-config` names.
///
/// Thread: main, at start.
/// Upstream: credentialprovider/plugin/config.go readCredentialProviderConfig and plugin.go
/// RegisterCredentialProviderPlugins.
public final class CredentialProviderFiles {
    private static final List<String> ENDINGS = List.of(".json", ".yaml", ".yml");

    private CredentialProviderFiles() {}

    /// Throws [CredentialProviderException] with one line when something is wrong or a program is
    /// not there.
    ///
    /// @param accountTokens whether programs may be given tokens of service accounts: the gate
    ///     KubeletServiceAccountTokenForCredentialProviders
    public static List<CredentialProvider> read(
            String config, String programs, boolean accountTokens) {
        if (!Files.exists(Path.of(programs))) {
            throw new CredentialProviderException(
                    "plugin binary directory " + programs + " did not exist");
        }
        var providers = merged(config);
        var faults = CredentialProviderRules.faults(providers, accountTokens);
        if (!faults.isEmpty()) {
            throw new CredentialProviderException(
                    "failed to validate credential provider config: "
                            + (faults.size() == 1 ? faults.getFirst() : faults.toString()));
        }
        for (var provider : providers) {
            var program = Path.of(programs).resolve(provider.name());
            if (!Files.isExecutable(program) || Files.isDirectory(program)) {
                throw new CredentialProviderException(
                        "plugin binary executable " + program + " did not exist");
            }
        }
        return providers;
    }

    private static List<CredentialProvider> merged(String config) {
        if (config.isEmpty()) {
            throw new CredentialProviderException("credential provider config path is empty");
        }
        var all = new ArrayList<CredentialProvider>();
        var names = new HashSet<String>();
        for (var file : files(Path.of(config))) {
            for (var provider : CredentialProviderReader.read(file.toString(), content(file))) {
                if (!names.add(provider.name())) {
                    throw new CredentialProviderException(
                            "duplicate provider name \"%s\" found in configuration file(s)"
                                    .formatted(provider.name()));
                }
                all.add(provider);
            }
        }
        return all;
    }

    private static List<Path> files(Path config) {
        if (!Files.exists(config)) {
            throw new CredentialProviderException(
                    "unable to access path \"%s\": stat %s: no such file or directory"
                            .formatted(config, config));
        }
        if (!Files.isDirectory(config)) {
            return List.of(config);
        }
        try (var entries = Files.list(config)) {
            var found =
                    entries.filter(CredentialProviderFiles::isConfig)
                            .filter(path -> !Files.isDirectory(path))
                            .sorted()
                            .toList();
            if (found.isEmpty()) {
                throw new CredentialProviderException(
                        "no configuration files found in directory \"" + config + "\"");
            }
            return found;
        } catch (IOException unreadable) {
            throw new CredentialProviderException("unable to read directory \"" + config + "\"");
        }
    }

    private static boolean isConfig(Path path) {
        return ENDINGS.stream().anyMatch(path.toString()::endsWith);
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new CredentialProviderException("unable to read file \"" + file + "\"");
        }
    }
}
