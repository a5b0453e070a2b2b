/// Keys, certificates and signing requests: read, made and written with nothing but the JDK.
///
/// Entry classes: [io.jubelet.pki.CertifiedKey] for what proves an identity,
/// [io.jubelet.pki.CertificateFiles] to read one, [io.jubelet.pki.SigningRequest] to ask for one.
/// May import: `java.base` only, so that every layer may use it.
@NullMarked
package io.jubelet.pki;

import org.jspecify.annotations.NullMarked;
