/// Who this node is to the API server: kubeconfig, bootstrap credentials and the certificate that
/// comes of them. Entry: [io.jubelet.app.identity.ClientIdentity].
@NullMarked
package io.jubelet.app.identity;

import org.jspecify.annotations.NullMarked;
