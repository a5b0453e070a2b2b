/// HTTP/2 and HTTP/1.1 to one server: connections, streams, TLS. Callers block, one event loop does
/// the rest. Entry: [io.jubelet.client.transport.ConnectionPool].
@NullMarked
package io.jubelet.client.transport;

import org.jspecify.annotations.NullMarked;
