package io.jubelet.config.flag;

/// Says in one line what is wrong with the command line.
///
/// Thread: immutable.
public final class FlagException extends RuntimeException {
    public FlagException(String message) {
        super(message);
    }
}
