/// Amounts with a unit, as Kubernetes writes them: `500m`, `128Mi`, `1e3`.
///
/// Entry class: [io.jubelet.model.quantity.Quantity]. May import: nothing of ours.
@NullMarked
package io.jubelet.model.quantity;

import org.jspecify.annotations.NullMarked;
