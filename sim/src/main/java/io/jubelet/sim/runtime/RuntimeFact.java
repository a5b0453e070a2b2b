package io.jubelet.sim.runtime;

/// Something that just became true in the simulated runtime, whoever asked for it.
public sealed interface RuntimeFact {
    FakeSandbox sandbox();

    record SandboxStarted(FakeSandbox sandbox) implements RuntimeFact {}

    record SandboxStopped(FakeSandbox sandbox, Cause cause) implements RuntimeFact {}

    record SandboxRemoved(FakeSandbox sandbox) implements RuntimeFact {}

    record ContainerCreated(FakeContainer container) implements RuntimeFact {
        @Override
        public FakeSandbox sandbox() {
            return container.sandbox();
        }
    }

    record ContainerStarted(FakeContainer container) implements RuntimeFact {
        @Override
        public FakeSandbox sandbox() {
            return container.sandbox();
        }
    }

    record ContainerExited(FakeContainer container, Cause cause) implements RuntimeFact {
        @Override
        public FakeSandbox sandbox() {
            return container.sandbox();
        }
    }

    record ContainerRemoved(FakeContainer container) implements RuntimeFact {
        @Override
        public FakeSandbox sandbox() {
            return container.sandbox();
        }
    }

    /// Who brought something to an end.
    enum Cause {
        /// The container itself.
        ITSELF,
        /// Somebody called the runtime.
        A_CALL,
        /// The machine: out of memory, an operator, bad luck.
        THE_WORLD
    }
}
