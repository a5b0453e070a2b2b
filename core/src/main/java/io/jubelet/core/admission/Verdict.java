package io.jubelet.core.admission;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;

/// Whether a pod may run.
public sealed interface Verdict {
    record Admitted() implements Verdict {}

    /// It may not, ever: it becomes Failed and holds nothing of the node.
    ///
    /// @param reason one of upstream's words, such as `OutOfcpu`
    /// @param message without upstream's opening words, which the status adds
    record Rejected(String reason, String message) implements Verdict {}

    /// It may, once these have ended to make room. They are told to end now, and the question is
    /// asked again when they have.
    record Preempts(List<PodUid> victims) implements Verdict {
        public Preempts {
            victims = List.copyOf(victims);
        }
    }

    /// It is not known yet. The question is asked again when the loop comes round.
    record NotYet(WaitReason reason) implements Verdict {}
}
