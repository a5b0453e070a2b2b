/// Addresses of the network as values. Entry: [io.jubelet.model.network.IpAddress].
@NullMarked
package io.jubelet.model.network;

import org.jspecify.annotations.NullMarked;
