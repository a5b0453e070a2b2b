package io.jubelet.app;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxPrograms;
import io.jubelet.adapters.linux.LinuxPullRecordFiles;
import io.jubelet.adapters.linux.LinuxRegistryFiles;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.credential.CredentialProvider;
import io.jubelet.config.credential.CredentialProviderException;
import io.jubelet.config.credential.CredentialProviderFiles;
import io.jubelet.config.credential.TokenAttributes;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.Programs.Command;
import io.jubelet.core.image.AccountWish;
import io.jubelet.core.image.AccountWish.Sharing;
import io.jubelet.core.image.CollectionSettings;
import io.jubelet.core.image.FileCredentials;
import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.NodeCredentials;
import io.jubelet.core.image.PluginCredentials;
import io.jubelet.core.image.PluginSettings;
import io.jubelet.core.image.PullRecords;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.image.PullTrust;
import io.jubelet.core.image.PullVerification;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What of flags and configuration is about images.
///
/// Thread: main.
final class ImageOptions {
    private ImageOptions() {}

    /// Throws [StartException] when the programs that know credentials are wrongly configured.
    static ImageSettings of(StartOptions options, Execution execution) {
        var config = options.config();
        return new ImageSettings(
                pulls(config),
                new CollectionSettings(
                        config.getImageGCHighThresholdPercent(),
                        config.getImageGCLowThresholdPercent(),
                        Spans.toJava(config.getImageMinimumGCAge()),
                        Spans.toJava(config.getImageMaximumGCAge())),
                credentials(options, execution),
                trust(options, execution));
    }

    private static PullTrust trust(StartOptions options, Execution execution) {
        return options.gates().enabled("KubeletEnsureSecretPulledImages")
                ? new PullRecords(
                        execution,
                        verification(options.config()),
                        new LinuxPullRecordFiles(
                                Path.of(options.flags().places().rootDirectory()),
                                new HostCalls(HostCalls.Limits.DEFAULT)))
                : PullTrust.OPEN;
    }

    /// The name was validated.
    private static PullVerification verification(KubeletConfiguration config) {
        return switch (config.getImagePullCredentialsVerificationPolicy()) {
            case "NeverVerify" -> new PullVerification.Never();
            case "NeverVerifyAllowlistedImages" ->
                    new PullVerification.NeverListed(
                            config.getPreloadedImagesVerificationAllowlistList());
            case "AlwaysVerify" -> new PullVerification.Always();
            default -> new PullVerification.NeverPreloaded();
        };
    }

    private static PullSettings pulls(KubeletConfiguration config) {
        var parallel = Math.max(0, config.getMaxParallelImagePulls());
        return new PullSettings(
                config.getSerializeImagePulls() ? 1 : parallel,
                config.getRegistryPullQPS(),
                config.getRegistryBurst());
    }

    private static NodeCredentials credentials(StartOptions options, Execution execution) {
        var home = Optional.ofNullable(System.getenv("HOME")).orElse("");
        NodeCredentials all =
                new FileCredentials(
                        new LinuxRegistryFiles(
                                Path.of(options.flags().places().rootDirectory()),
                                Path.of("").toAbsolutePath(),
                                Path.of(home).toAbsolutePath(),
                                Path.of("/"),
                                new HostCalls(HostCalls.Limits.DEFAULT)));
        var programs = new LinuxPrograms();
        for (var plugin : plugins(options)) {
            all = all.and(new PluginCredentials(plugin, programs, execution));
        }
        return all;
    }

    private static List<PluginSettings> plugins(StartOptions options) {
        var runtime = options.flags().runtime();
        var folder = runtime.imageCredentialProviderBinDirectory();
        var config = runtime.imageCredentialProviderConfig();
        if (folder.isEmpty() && config.isEmpty()) {
            return List.of();
        }
        try {
            var accounts =
                    options.gates().enabled("KubeletServiceAccountTokenForCredentialProviders");
            return CredentialProviderFiles.read(config, folder, accounts).stream()
                    .map(provider -> plugin(provider, Path.of(folder)))
                    .toList();
        } catch (CredentialProviderException wrong) {
            throw new StartException(
                    "Failed to register CRI auth plugins: " + wrong.getMessage(), wrong);
        }
    }

    private static PluginSettings plugin(CredentialProvider provider, Path folder) {
        return new PluginSettings(
                provider.name(),
                provider.matchImages(),
                provider.defaultCacheDuration().orElse(Duration.ZERO),
                provider.apiVersion(),
                new Command(
                        folder.resolve(provider.name()).toString(),
                        provider.args(),
                        provider.env()),
                provider.tokenAttributes().map(ImageOptions::account));
    }

    /// What is written was validated.
    private static AccountWish account(TokenAttributes wanted) {
        return new AccountWish(
                wanted.audience(),
                wanted.cacheType().equals("Token") ? Sharing.TOKEN : Sharing.ACCOUNT,
                wanted.requireServiceAccount().orElseThrow(),
                wanted.requiredAnnotations(),
                wanted.optionalAnnotations());
    }
}
