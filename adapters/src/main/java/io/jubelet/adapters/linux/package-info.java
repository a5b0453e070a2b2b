/// The machine itself: manifest folder, pod folders, kernel facts. Entries:
/// [io.jubelet.adapters.linux.LinuxManifestFolder], [io.jubelet.adapters.linux.LinuxPodFiles],
/// [io.jubelet.adapters.linux.RootDirectory].
@NullMarked
package io.jubelet.adapters.linux;

import org.jspecify.annotations.NullMarked;
