package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.meta.IntOrString;
import java.util.Optional;

/// The number of a port that a probe or a hook names. Pure.
///
/// Upstream: pkg/probe/util.go ResolveContainerPort.
final class PortCalculator {
    private static final int HIGHEST = 65535;

    private PortCalculator() {}

    /// A port that the container does not have.
    static final class NoSuchPort extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String sentence;

        NoSuchPort(String sentence) {
            super(sentence, null, false, false);
            this.sentence = sentence;
        }

        String sentence() {
            return sentence;
        }
    }

    static int calculate(IntOrString port, Container container) {
        var number =
                port.getType() == 0
                        ? port.getIntVal()
                        : named(port.getStrVal(), container)
                                .orElseGet(() -> number(port.getStrVal()));
        if (number <= 0 || number > HIGHEST) {
            throw new NoSuchPort("invalid port number: " + number);
        }
        return number;
    }

    private static Optional<Integer> named(String name, Container container) {
        return container.getPortsList().stream()
                .filter(port -> port.getName().equals(name))
                .map(ContainerPort::getContainerPort)
                .findFirst();
    }

    /// Upstream's last try: a number that was written as a text.
    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            throw new NoSuchPort("strconv.Atoi: parsing \"" + text + "\": invalid syntax");
        }
    }
}
