package io.jubelet.config.gate;

/// Something to tell about a gate that was set although it will go away.
///
/// Thread: immutable.
public record GateWarning(String message, String gate, boolean value) {}
