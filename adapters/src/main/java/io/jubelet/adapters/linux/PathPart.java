package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;

/// Names that become one part of a path.
///
/// Thread: any; pure.
final class PathPart {
    private PathPart() {}

    static String checked(String what, String name) {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            throw new HostCallException(what + " \"" + name + "\" cannot be the name of a folder");
        }
        return name;
    }
}
