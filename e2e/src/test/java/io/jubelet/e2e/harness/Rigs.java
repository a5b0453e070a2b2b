package io.jubelet.e2e.harness;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// Hands a suite the containerds that it runs on: the newest, and with `-Djubelet.all=true` also
/// the oldest. Each is started once for all suites and closed by JUnit at their end.
///
/// Thread: the test's.
public class Rigs implements ArgumentsProvider {
    private static final Namespace NAMESPACE = Namespace.create(Rigs.class);

    @Override
    public Stream<? extends Arguments> provideArguments(
            ParameterDeclarations parameters, ExtensionContext context) {
        var versions = Project.all() ? Stream.of("2", "1") : Stream.of("2");
        return versions.map(version -> Arguments.of(rig(version, context)));
    }

    private static Rig rig(String version, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(version, key -> new Shared(Rig.start(key)), Shared.class)
                .rig();
    }

    /// What JUnit closes at the end of all suites. The rig itself must not be closeable: as the
    /// argument of a suite it would be closed with that suite.
    private record Shared(Rig rig) implements AutoCloseable {
        @Override
        public void close() {
            rig.end();
        }
    }

    /// The newest alone, for what does not depend on the runtime.
    public static final class Newest extends Rigs {
        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return Stream.of(Arguments.of(rig("2", context)));
        }
    }
}
