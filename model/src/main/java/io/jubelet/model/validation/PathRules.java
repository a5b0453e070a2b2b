package io.jubelet.model.validation;

import java.util.List;

/// Paths that must stay inside a volume or a folder.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateLocalDescendingPath, validatePathNoBacksteps,
/// ValidateLocalNonReservedPath.
final class PathRules {
    private PathRules() {}

    static boolean hasBackstep(String path) {
        return List.of(path.split("/", -1)).contains("..");
    }

    static void noBackstep(Violations found, FieldPath at, String path) {
        if (hasBackstep(path)) {
            found.invalid(at, path, "must not contain '..'");
        }
    }

    /// Relative and without a step back.
    static void descending(Violations found, FieldPath at, String path) {
        if (path.startsWith("/")) {
            found.invalid(at, path, "must be a relative path");
        }
        noBackstep(found, at, path);
    }

    /// Descending, and not one of the names that begin with two dots: those are the writer's.
    static void local(Violations found, FieldPath at, String path) {
        descending(found, at, path);
        if (path.startsWith("..") && !path.startsWith("../")) {
            found.invalid(at, path, "must not start with '..'");
        }
    }

    static void fileMode(Violations found, FieldPath at, boolean present, int mode) {
        if (present && (mode < 0 || mode > 0777)) {
            found.invalid(at, mode, "must be a number between 0 and 0777 (octal), both inclusive");
        }
    }
}
