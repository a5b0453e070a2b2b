package io.jubelet.config.file;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.nio.file.Path;

/// Makes the paths of a configuration file absolute, seen from the file's folder.
///
/// Thread: any; changes only the builder it is given.
///
/// Upstream: KubeletConfigurationPathRefs.
final class ConfigPaths {
    private ConfigPaths() {}

    static void resolve(KubeletConfiguration.Builder builder, Path folder) {
        builder.setStaticPodPath(absolute(builder.getStaticPodPath(), folder))
                .setTlsCertFile(absolute(builder.getTlsCertFile(), folder))
                .setTlsPrivateKeyFile(absolute(builder.getTlsPrivateKeyFile(), folder))
                .setResolvConf(absolute(builder.getResolvConf(), folder))
                .setVolumePluginDir(absolute(builder.getVolumePluginDir(), folder))
                .setPodLogsDir(absolute(builder.getPodLogsDir(), folder));
        var x509 = builder.getAuthenticationBuilder().getX509Builder();
        x509.setClientCAFile(absolute(x509.getClientCAFile(), folder));
    }

    private static String absolute(String path, Path folder) {
        // No path is a path like any other, and absolute ones keep their spelling.
        return path.isEmpty() || path.startsWith("/")
                ? path
                : folder.resolve(path).normalize().toString();
    }
}
