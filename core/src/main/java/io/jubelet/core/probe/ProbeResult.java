package io.jubelet.core.probe;

/// What counts of a probe, once its thresholds were reached.
public enum ProbeResult {
    UNKNOWN,
    SUCCESS,
    FAILURE
}
