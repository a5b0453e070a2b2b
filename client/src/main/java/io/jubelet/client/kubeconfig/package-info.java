/// Kubeconfig files: which server, whom to trust, and how to log in. Entry:
/// [io.jubelet.client.kubeconfig.KubeconfigReader].
@NullMarked
package io.jubelet.client.kubeconfig;

import org.jspecify.annotations.NullMarked;
