package io.jubelet.app.identity;

import java.nio.file.Path;
import java.util.Optional;

/// What is configured about who the node is.
///
/// @param kubeconfig where the node's own credentials are, or will be
/// @param bootstrap the kubeconfig to ask for a first certificate with; empty for none
/// @param certificates the folder of the node's certificates
/// @param rotate whether the certificate is renewed (`rotateCertificates`)
public record IdentitySettings(
        String node,
        Path kubeconfig,
        Optional<Path> bootstrap,
        Path certificates,
        boolean rotate) {}
