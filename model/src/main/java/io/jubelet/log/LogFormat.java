package io.jubelet.log;

/// The two shapes a log line can have.
///
/// Thread: immutable. Upstream: `logging.format` of KubeletConfiguration.
public enum LogFormat {
    TEXT,
    JSON
}
