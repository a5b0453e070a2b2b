/// The programs that know credentials of registries, as their configuration files name them.
///
/// Entry class: [io.jubelet.config.credential.CredentialProviderFiles]. May import: `model`.
@NullMarked
package io.jubelet.config.credential;

import org.jspecify.annotations.NullMarked;
