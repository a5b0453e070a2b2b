package io.jubelet.core.runtime;

/// Who the runtime says it is.
public record RuntimeVersion(String runtimeName, String runtimeVersion, String apiVersion) {}
