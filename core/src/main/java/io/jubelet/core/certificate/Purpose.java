package io.jubelet.core.certificate;

import java.util.List;

/// What a certificate of the node is for.
///
/// Upstream: the signers of k8s.io/api/certificates/v1 and client-go util/certificate
/// DefaultKubeletClientGetUsages, DefaultKubeletServingGetUsages.
public enum Purpose {
    /// To log in at the API server.
    CLIENT("kubernetes.io/kube-apiserver-client-kubelet", "client auth"),
    /// To serve the node's HTTPS port.
    SERVING("kubernetes.io/kubelet-serving", "server auth");

    private final String signer;
    private final String usage;

    Purpose(String signer, String usage) {
        this.signer = signer;
        this.usage = usage;
    }

    public String signer() {
        return signer;
    }

    /// What the certificate's key will be used for; only an RSA key can encipher another.
    public List<String> usages(String keyAlgorithm) {
        return keyAlgorithm.equals("RSA")
                ? List.of("digital signature", "key encipherment", usage)
                : List.of("digital signature", usage);
    }
}
