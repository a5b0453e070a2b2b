package io.jubelet.core.sync;

import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import java.util.ArrayList;
import java.util.stream.Collectors;

/// A plan in words, with the picture of the runtime that it was made on. Pure.
public final class PlanText {
    private PlanText() {}

    public static String of(Plan plan, PodObservation seen) {
        return plan.actions().stream().map(PlanText::words).collect(Collectors.joining(", "))
                + "; seen: "
                + words(seen);
    }

    private static String words(PodAction action) {
        return switch (action) {
            case PodAction.CreateSandbox create ->
                    "make the sandbox (attempt " + create.attempt() + ")";
            case PodAction.StopSandbox stop -> "stop the sandbox: " + stop.reason().text();
            case PodAction.RemoveSandbox _ -> "remove a sandbox";
            case PodAction.StartContainer start ->
                    "start " + start.container() + " (attempt " + start.attempt() + ")";
            case PodAction.StopContainer stop ->
                    "stop " + stop.container() + ": " + stop.reason().text();
            case PodAction.RemoveContainer remove -> "remove an old " + remove.log().container();
            case PodAction.DropContainer drop -> "remove container " + drop.id() + ", not its log";
        };
    }

    private static String words(PodObservation seen) {
        var words = new ArrayList<String>();
        seen.sandboxes().stream()
                .findFirst()
                .ifPresent(it -> words.add(it.ready() ? "sandbox ready" : "sandbox not ready"));
        seen.containers().stream()
                .filter(it -> seen.container(it.name()).filter(it::equals).isPresent())
                .forEach(it -> words.add(it.name() + " " + state(it)));
        return words.isEmpty() ? "nothing" : String.join(", ", words);
    }

    private static String state(ObservedContainer container) {
        return switch (container.state()) {
            case CREATED -> "made";
            case RUNNING -> "runs";
            case EXITED -> "ended with " + container.exit().orElseThrow().code();
            case UNKNOWN -> "in a state nobody knows";
        };
    }
}
