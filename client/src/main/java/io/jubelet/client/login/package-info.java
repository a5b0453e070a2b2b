/// How we prove to the API server who we are: certificates, tokens, plugins. Entry:
/// [io.jubelet.client.login.KubeconfigCredentials].
@NullMarked
package io.jubelet.client.login;

import org.jspecify.annotations.NullMarked;
