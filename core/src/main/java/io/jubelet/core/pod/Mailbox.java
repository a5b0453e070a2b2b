package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import java.time.Duration;
import java.util.function.Predicate;

/// Where the loop leaves word for a worker. The lock guards the mail and is held for a field's
/// change only; a queue would grow without bound where one slot does.
///
/// Thread: filled by the sync loop, emptied by the pod's worker.
final class Mailbox {
    private final Signal signal;
    private PodMail mail = PodMail.EMPTY;
    private boolean returns;

    Mailbox(Signal signal) {
        this.signal = signal;
    }

    void want(DesiredPod pod) {
        synchronized (this) {
            mail = mail.wanting(pod);
        }
        signal.raise();
    }

    /// The same without waking the worker: nothing that it acts upon has changed.
    synchronized void note(DesiredPod pod) {
        mail = mail.noting(pod);
    }

    void order(KillOrder order) {
        synchronized (this) {
            mail = mail.ordering(order);
        }
        signal.raise();
    }

    void waitFor(PodUid predecessor) {
        synchronized (this) {
            mail = mail.waitingFor(predecessor);
        }
        signal.raise();
    }

    void release() {
        synchronized (this) {
            mail = mail.releasing();
        }
        signal.raise();
    }

    void remove() {
        synchronized (this) {
            mail = mail.removing();
        }
        signal.raise();
    }

    /// Whether a pod of the same uid begins once this one has ended.
    synchronized void returns(boolean wanted) {
        returns = wanted;
    }

    synchronized boolean returns() {
        return returns;
    }

    /// The runtime may hold something else of the pod.
    void poke() {
        look(Look.RUNTIME);
    }

    /// Something else that the pod may wait for has come.
    void news() {
        look(Look.NEWS);
    }

    private void look(Look why) {
        synchronized (this) {
            mail = mail.looking(why);
        }
        signal.raise();
    }

    /// Ends a wait, and is no reason for a turn.
    void rouse() {
        signal.raise();
    }

    synchronized boolean asks() {
        return mail.asks();
    }

    void hint(RuntimeEvent event) {
        synchronized (this) {
            mail = mail.hinting(event);
        }
        signal.raise();
    }

    /// Takes out the hints if they are all there is to act upon and `known` holds for each; answers
    /// whether it did.
    synchronized boolean dropHints(Predicate<RuntimeEvent> known) {
        if (mail.look() != Look.NONE
                || mail.hints().isEmpty()
                || !mail.hints().stream().allMatch(known)) {
            return false;
        }
        mail = mail.withoutHints();
        return true;
    }

    void await() {
        signal.await();
    }

    void await(Duration atMost) {
        signal.await(atMost);
    }

    synchronized PodMail take() {
        var taken = mail;
        mail = PodMail.EMPTY;
        return taken;
    }

    synchronized boolean endRequested() {
        return mail.ends();
    }
}
