package io.jubelet.core.host;

import io.jubelet.core.runtime.Ordered;
import java.util.List;
import java.util.Map;

/// Programs of the operator's that the agent asks something.
///
/// Thread: any; blocks until the program has ended, for a minute at most.
public interface Programs {
    /// What the program prints when it is told `input`. Throws [HostCallException] when it cannot
    /// be run, fails, prints too much or takes too long. What it prints is in no message.
    byte[] ask(Command command, byte[] input);

    /// What is run.
    ///
    /// @param environment what is added to the agent's own
    record Command(String path, List<String> arguments, Map<String, String> environment) {
        public Command {
            arguments = List.copyOf(arguments);
            environment = Ordered.copy(environment);
        }
    }
}
