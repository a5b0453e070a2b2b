/// Images of pods: how many are pulled at a time, and with which credentials. Entry:
/// [io.jubelet.core.image.ImagePulls].
@NullMarked
package io.jubelet.core.image;

import org.jspecify.annotations.NullMarked;
