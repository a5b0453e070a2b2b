package io.jubelet.log;

/// How grave a line is; the letter opens the line in text form.
///
/// Thread: immutable. Upstream: klog severity.
enum Severity {
    INFO('I'),
    WARNING('W'),
    ERROR('E');

    private final char letter;

    Severity(char letter) {
        this.letter = letter;
    }

    char letter() {
        return letter;
    }
}
