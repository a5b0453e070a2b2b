/// User namespaces: which of the node's user and group ids stand for a pod's own. Enter at
/// [io.jubelet.core.users.UserNamespaces].
@NullMarked
package io.jubelet.core.users;

import org.jspecify.annotations.NullMarked;
