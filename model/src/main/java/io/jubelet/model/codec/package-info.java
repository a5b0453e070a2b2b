/// Text to message and back: YAML or JSON becomes a [io.jubelet.model.codec.Tree] with line marks,
/// a tree becomes a protobuf message by its descriptor, a message becomes JSON as Go prints it.
///
/// Entry classes: [io.jubelet.model.codec.Yaml], [io.jubelet.model.codec.MessageReader],
/// [io.jubelet.model.codec.MessageWriter]. May import: `model.quantity`, protobuf, SnakeYAML's
/// event parser, jackson-core.
@NullMarked
package io.jubelet.model.codec;

import org.jspecify.annotations.NullMarked;
