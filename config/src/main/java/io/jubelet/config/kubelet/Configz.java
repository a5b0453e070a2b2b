package io.jubelet.config.kubelet;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.model.codec.MessageWriter;

/// Shows the effective configuration, as `/configz` answers it.
///
/// Thread: any; pure.
///
/// Upstream: component-base configz and cmd/kubelet/app setConfigz.
public final class Configz {
    /// The only version of the file there is.
    public static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";

    public static final String KIND = "KubeletConfiguration";

    private Configz() {}

    /// The configuration as the answer holds it under `kubeletconfig`. `config` has been loaded, so
    /// it shows what the Go kubelet shows.
    public static String json(KubeletConfiguration config) {
        return MessageWriter.toJson(config, API_VERSION, KIND);
    }
}
