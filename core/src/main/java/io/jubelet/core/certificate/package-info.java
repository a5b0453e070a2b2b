/// Who this node is: its certificates, asked for, renewed in time and kept. Entry:
/// [io.jubelet.core.certificate.CertificateKeeper].
@NullMarked
package io.jubelet.core.certificate;

import org.jspecify.annotations.NullMarked;
