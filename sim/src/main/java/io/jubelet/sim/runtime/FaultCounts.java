package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.RuntimeEvent;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How often each thing that the agent does to a pod met each thing that can go wrong with it.
///
/// Thread: any; the counts are under their own monitor.
public final class FaultCounts {
    /// What the agent does.
    public enum Deed {
        CREATE_SANDBOX("create a sandbox"),
        STOP_SANDBOX("stop a sandbox"),
        REMOVE_SANDBOX("remove a sandbox"),
        START_INIT("start an init container"),
        START_SIDECAR("start a sidecar"),
        START_REGULAR("start a container"),
        START_EPHEMERAL("start an ephemeral container"),
        STOP_CONTAINER("stop a container"),
        REMOVE_CONTAINER("remove a container"),
        PULL_IMAGE("pull an image"),
        PROBE("probe a container");

        private final String text;

        Deed(String text) {
            this.text = text;
        }

        boolean tellsOfItself() {
            return this != PULL_IMAGE && this != PROBE;
        }
    }

    /// What goes wrong meanwhile.
    public enum Trouble {
        ERROR("error"),
        SLOW("slow"),
        HUNG("hung"),
        ANSWER_LOST("answer lost"),
        EVENT_LOST("event lost"),
        EVENT_LATE("event late"),
        EVENT_TWICE("event twice"),
        AGENT_CRASH("agent crash"),
        RUNTIME_CRASH("runtime crash");

        private final String text;

        Trouble(String text) {
            this.text = text;
        }

        boolean ofEvents() {
            return switch (this) {
                case EVENT_LOST, EVENT_LATE, EVENT_TWICE -> true;
                case ERROR, SLOW, HUNG, ANSWER_LOST, AGENT_CRASH, RUNTIME_CRASH -> false;
            };
        }
    }

    private final Map<Deed, Map<Trouble, Long>> counts = new EnumMap<>(Deed.class);
    private final Map<String, Deed> starts = new ConcurrentHashMap<>();
    private final Function<String, Optional<String>> names;

    /// @param names the name of the container of an id, as long as it is there
    FaultCounts(Function<String, Optional<String>> names) {
        this.names = names;
    }

    /// Of the runtime whose truth this is.
    static FaultCounts of(RuntimeModel model) {
        return new FaultCounts(
                id ->
                        model.containers().stream()
                                .filter(container -> container.id().value().equals(id))
                                .map(container -> container.spec().name())
                                .findFirst());
    }

    /// One to add others to.
    public FaultCounts() {
        this(_ -> Optional.empty());
    }

    synchronized void met(Deed deed, Trouble trouble) {
        counts.computeIfAbsent(deed, _ -> new EnumMap<>(Trouble.class))
                .merge(trouble, 1L, Long::sum);
    }

    public synchronized long of(Deed deed, Trouble trouble) {
        return counts.getOrDefault(deed, Map.of()).getOrDefault(trouble, 0L);
    }

    public synchronized void add(FaultCounts other) {
        for (var deed : Deed.values()) {
            for (var trouble : Trouble.values()) {
                var more = other.of(deed, trouble);
                if (more > 0) {
                    counts.computeIfAbsent(deed, _ -> new EnumMap<>(Trouble.class))
                            .merge(trouble, more, Long::sum);
                }
            }
        }
    }

    /// What a start of the container of this name is; churns name them by kind.
    static Deed startOf(String container) {
        return switch (container) {
            case "init" -> Deed.START_INIT;
            case "mesh", "tail" -> Deed.START_SIDECAR;
            case "debug" -> Deed.START_EPHEMERAL;
            default -> Deed.START_REGULAR;
        };
    }

    /// What the start of the container of this id is, or empty for a sandbox.
    Optional<Deed> startOfId(String id) {
        names.apply(id).ifPresent(name -> starts.put(id, startOf(name)));
        return Optional.ofNullable(starts.get(id));
    }

    /// What an event tells of.
    Optional<Deed> deedOf(RuntimeEvent event) {
        var start = startOfId(event.subject());
        return switch (event.kind()) {
            case CREATED -> Optional.empty();
            case STARTED -> start.or(() -> Optional.of(Deed.CREATE_SANDBOX));
            case STOPPED ->
                    Optional.of(start.isPresent() ? Deed.STOP_CONTAINER : Deed.STOP_SANDBOX);
            case DELETED ->
                    Optional.of(start.isPresent() ? Deed.REMOVE_CONTAINER : Deed.REMOVE_SANDBOX);
        };
    }

    /// What cannot meet: nothing is told of pulls and probes, and the runtime of the fake has no
    /// part in a probe's answer but the call.
    static boolean possible(Deed deed, Trouble trouble) {
        if (deed == Deed.PROBE) {
            return trouble == Trouble.ERROR || trouble == Trouble.AGENT_CRASH;
        }
        return deed.tellsOfItself() || !trouble.ofEvents();
    }

    /// Those of these deeds that met something less often than so.
    public List<String> rare(List<Deed> deeds, long least) {
        return deeds.stream()
                .flatMap(
                        deed ->
                                Stream.of(Trouble.values())
                                        .filter(trouble -> possible(deed, trouble))
                                        .filter(trouble -> of(deed, trouble) < least)
                                        .map(
                                                trouble ->
                                                        "%s, %s: %d"
                                                                .formatted(
                                                                        deed.text,
                                                                        trouble.text,
                                                                        of(deed, trouble))))
                .toList();
    }

    /// A table of all counts.
    public String table() {
        var lines = new ArrayList<String>();
        lines.add(
                "%-30s".formatted("what met what")
                        + Stream.of(Trouble.values())
                                .map(trouble -> "%14s".formatted(trouble.text))
                                .collect(Collectors.joining()));
        for (var deed : Deed.values()) {
            lines.add(
                    "%-30s".formatted(deed.text)
                            + Stream.of(Trouble.values())
                                    .map(trouble -> "%14s".formatted(cell(deed, trouble)))
                                    .collect(Collectors.joining()));
        }
        return String.join("\n", lines);
    }

    private String cell(Deed deed, Trouble trouble) {
        return possible(deed, trouble) ? String.valueOf(of(deed, trouble)) : "-";
    }
}
