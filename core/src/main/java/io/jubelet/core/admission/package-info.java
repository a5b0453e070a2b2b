/// What may run on this node. Entry: [io.jubelet.core.admission.Admission].
@NullMarked
package io.jubelet.core.admission;

import org.jspecify.annotations.NullMarked;
