package io.jubelet.config.file;

/// Says in one line why the configuration could not be read.
///
/// Thread: immutable.
public final class ConfigFileException extends RuntimeException {
    ConfigFileException(String message) {
        super(message);
    }
}
