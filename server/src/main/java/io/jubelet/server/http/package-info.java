/// HTTP/1.1 on Netty in the few shapes the node needs: a request, a response, a route.
///
/// Entry class: [io.jubelet.server.http.HttpListener]. May import: Netty.
@NullMarked
package io.jubelet.server.http;

import org.jspecify.annotations.NullMarked;
