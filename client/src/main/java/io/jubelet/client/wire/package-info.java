/// Objects as bytes: protobuf in Kubernetes' envelope, or JSON; lists, watch events, failures.
/// Entry: [io.jubelet.client.wire.WireFormat].
@NullMarked
package io.jubelet.client.wire;

import org.jspecify.annotations.NullMarked;
