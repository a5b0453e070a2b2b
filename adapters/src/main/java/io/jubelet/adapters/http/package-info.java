/// What the agent reads from elsewhere by HTTP. Entry:
/// [io.jubelet.adapters.http.HttpManifestUrl].
@NullMarked
package io.jubelet.adapters.http;

import org.jspecify.annotations.NullMarked;
