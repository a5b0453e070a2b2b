/// Tests of what pods are held to.
@NullMarked
package io.jubelet.core.cgroup;

import org.jspecify.annotations.NullMarked;
