package io.jubelet.model.validation;

import io.jubelet.api.core.ClusterTrustBundleProjection;
import io.jubelet.api.core.KeyToPath;
import io.jubelet.api.core.PodCertificateProjection;
import io.jubelet.api.core.ProjectedVolumeSource;
import io.jubelet.api.core.ServiceAccountTokenProjection;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.log.GoText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A projected volume: one kind per source, and no two files in the same place.
///
/// Thread: confined to one validation.
///
/// Upstream: apis/core/validation validateProjectionSources, names.go.
final class ProjectedRules {
    private static final long SHORTEST_TOKEN_SECONDS = 600;
    private static final long LONGEST_TOKEN_SECONDS = 1L << 32;
    private static final int SHORTEST_CERTIFICATE_SECONDS = 3600;
    private static final int LONGEST_CERTIFICATE_SECONDS = 91 * 24 * 3600;
    private static final int LONGEST_KUBERNETES_CERTIFICATE_SECONDS = 24 * 3600;
    private static final List<String> KEY_TYPES =
            List.of("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519");

    private final Violations found;
    private final FieldPath at;
    private final Set<String> paths = new HashSet<>();

    ProjectedRules(Violations found, FieldPath at) {
        this.found = found;
        this.at = at;
    }

    void check(ProjectedVolumeSource projected) {
        PathRules.fileMode(
                found,
                at.child("defaultMode"),
                projected.hasDefaultMode(),
                projected.getDefaultMode());
        for (int i = 0; i < projected.getSourcesCount(); i++) {
            source(at.child("sources").index(i), projected.getSources(i));
        }
    }

    private void source(FieldPath here, VolumeProjection source) {
        if (source.hasSecret()) {
            var secret = source.getSecret();
            keyed(
                    here.child("secret"),
                    secret.getLocalObjectReference().getName(),
                    secret.getItemsList());
        }
        if (source.hasConfigMap()) {
            var map = source.getConfigMap();
            keyed(
                    here.child("configMap"),
                    map.getLocalObjectReference().getName(),
                    map.getItemsList());
        }
        if (source.hasDownwardAPI()) {
            for (var file : source.getDownwardAPI().getItemsList()) {
                FileVolumeRules.downwardFile(found, here.child("downwardAPI"), file);
                unique(file.getPath(), file.getPath());
            }
        }
        if (source.hasServiceAccountToken()) {
            token(here.child("serviceAccountToken"), source.getServiceAccountToken());
        }
        if (source.hasClusterTrustBundle()) {
            trustBundle(here.child("clusterTrustBundle"), source.getClusterTrustBundle());
        }
        if (source.hasPodCertificate()) {
            certificate(here.child("podCertificate"), source.getPodCertificate());
        }
        if (source.getAllFields().size() > 1) {
            found.forbidden(here, "may not specify more than 1 volume type per source");
        }
    }

    private void keyed(FieldPath here, String name, List<KeyToPath> items) {
        if (name.isEmpty()) {
            found.required(here.child("name"));
        }
        FileVolumeRules.keys(found, here.child("items"), items);
        items.forEach(item -> unique(item.getPath(), name));
    }

    private void unique(String path, String shown) {
        if (!path.isEmpty() && !paths.add(path)) {
            found.invalid(at, shown, "conflicting duplicate paths");
        }
    }

    private void token(FieldPath here, ServiceAccountTokenProjection token) {
        long seconds = token.getExpirationSeconds();
        if (seconds < SHORTEST_TOKEN_SECONDS) {
            found.invalid(
                    here.child("expirationSeconds"),
                    seconds,
                    "may not specify a duration less than 10 minutes");
        }
        if (seconds > LONGEST_TOKEN_SECONDS) {
            found.invalid(
                    here.child("expirationSeconds"),
                    seconds,
                    "may not specify a duration larger than 2^32 seconds");
        }
        if (token.getPath().isEmpty()) {
            found.required(at.child("path"));
        } else {
            PathRules.local(found, at.child("path"), token.getPath());
        }
    }

    private void trustBundle(FieldPath here, ClusterTrustBundleProjection bundle) {
        if (bundle.hasName() && bundle.hasSignerName()) {
            found.invalidShown(
                    here, Shown.trustBundle(bundle), "only one of name and signerName may be used");
        } else if (bundle.hasName()) {
            bundleName(here, bundle);
        } else if (bundle.hasSignerName()) {
            if (bundle.getSignerName().isEmpty()) {
                found.required(here.child("signerName"), "must be a valid signer name");
            }
            signerName(here.child("signerName"), bundle.getSignerName());
            LabelSelectorRules.check(found, here.child("labelSelector"), bundle.getLabelSelector());
        } else {
            found.required(here, "either name or signerName must be specified");
        }
        if (bundle.getPath().isEmpty()) {
            found.required(here.child("path"));
        }
        PathRules.local(found, here.child("path"), bundle.getPath());
        unique(bundle.getPath(), bundle.getPath());
    }

    private void bundleName(FieldPath here, ClusterTrustBundleProjection bundle) {
        String name = bundle.getName();
        if (name.isEmpty()) {
            found.required(here.child("name"), "must be a valid object name");
        }
        String own = name.substring(name.lastIndexOf(':') + 1);
        for (String complaint : NameFormats.subdomain(own)) {
            found.invalid(
                    here.child("name"), name, "not a valid clustertrustbundlename: " + complaint);
        }
        if (bundle.hasLabelSelector()) {
            found.invalidShown(
                    here.child("labelSelector"),
                    Shown.labelSelector(bundle.getLabelSelector()),
                    "labelSelector must be unset if name is specified");
        }
    }

    private void signerName(FieldPath here, String signer) {
        String[] parts = signer.split("/", -1);
        if (signer.isEmpty()) {
            found.required(here);
            return;
        }
        if (parts.length != 2) {
            found.invalid(
                    here,
                    signer,
                    "must be a fully qualified domain and path of the form"
                            + " 'example.com/signer-name'");
            return;
        }
        if (Violations.bytes(parts[0]) > 253) {
            found.tooLong(here, 253);
        }
        firstBadLabel(here, parts[0], true);
        if (!parts[0].contains(".")) {
            found.invalid(
                    here,
                    parts[0],
                    "should be a domain with at least two segments separated by dots");
        }
        firstBadLabel(here, parts[1], false);
        if (Violations.bytes(signer) > 571) {
            found.tooLong(here, 571);
        }
    }

    private void firstBadLabel(FieldPath here, String part, boolean domain) {
        for (String label : part.split("\\.", -1)) {
            List<String> complaints =
                    domain ? NameFormats.label(label) : NameFormats.subdomain(label);
            for (String complaint : complaints) {
                found.invalid(
                        here, part, "validating label " + GoText.quote(label) + ": " + complaint);
            }
            if (!complaints.isEmpty()) {
                return;
            }
        }
    }

    private void certificate(FieldPath here, PodCertificateProjection certificate) {
        signerName(here.child("signerName"), certificate.getSignerName());
        userAnnotations(here.child("userAnnotations"), certificate.getUserAnnotationsMap());
        if (!KEY_TYPES.contains(certificate.getKeyType())) {
            found.unsupportedText(here.child("keyType"), certificate.getKeyType(), KEY_TYPES);
        }
        if (certificate.hasMaxExpirationSeconds()) {
            expiry(here.child("maxExpirationSeconds"), certificate);
        }
        file(here.child("credentialBundlePath"), certificate.getCredentialBundlePath());
        file(here.child("keyPath"), certificate.getKeyPath());
        file(here.child("certificateChainPath"), certificate.getCertificateChainPath());
        boolean none =
                Stream.of(
                                certificate.getCredentialBundlePath(),
                                certificate.getKeyPath(),
                                certificate.getCertificateChainPath())
                        .allMatch(String::isEmpty);
        if (none) {
            found.required(
                    here,
                    "specify at least one of credentialBundlePath, keyPath, and"
                            + " certificateChainPath");
        }
    }

    private void userAnnotations(FieldPath here, Map<String, String> annotations) {
        for (String key : new TreeMap<>(annotations).keySet()) {
            String lower = key.toLowerCase(Locale.ROOT);
            List<String> complaints = NameFormats.qualifiedName(lower);
            found.invalidEach(here, lower, complaints);
            if (complaints.isEmpty() && !lower.contains("/")) {
                found.invalid(
                        here, lower, "must be a domain-prefixed key (such as \"acme.io/foo\")");
            }
        }
    }

    private void expiry(FieldPath here, PodCertificateProjection certificate) {
        int seconds = certificate.getMaxExpirationSeconds();
        if (seconds < SHORTEST_CERTIFICATE_SECONDS) {
            found.invalid(here, seconds, "if provided, maxExpirationSeconds must be >= 3600");
        }
        String host = certificate.getSignerName().split("/", -1)[0];
        int most =
                host.equals("kubernetes.io") || host.endsWith(".kubernetes.io")
                        ? LONGEST_KUBERNETES_CERTIFICATE_SECONDS
                        : LONGEST_CERTIFICATE_SECONDS;
        if (seconds > most) {
            found.invalid(here, seconds, "if provided, maxExpirationSeconds must be <= " + most);
        }
    }

    private void file(FieldPath here, String path) {
        if (!path.isEmpty()) {
            PathRules.local(found, here, path);
            unique(path, path);
        }
    }
}
