package io.jubelet.log;

/// Raises the verbosity of the source files whose base name (without `.java`) matches a pattern.
///
/// Thread: immutable. Upstream: one item of `--vmodule`; here the file is a Java source file.
public record ModuleVerbosity(String filePattern, int verbosity) {
    boolean matches(String fileBaseName) {
        return Glob.matches(filePattern, fileBaseName);
    }
}
