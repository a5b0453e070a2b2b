package io.jubelet.sim.schedule;

/// What a thread that does not run waits for.
///
/// Thread: whoever holds the baton.
sealed interface SimWait permits SimWait.Sleep, SimSignal {
    /// Forgets the thread: it is woken by other means.
    void abandon();

    /// A sleep that only time ends.
    record Sleep(SimTimer timer) implements SimWait {
        @Override
        public void abandon() {
            timer.cancel();
        }

        @Override
        public String toString() {
            return "sleeps until " + timer;
        }
    }
}
