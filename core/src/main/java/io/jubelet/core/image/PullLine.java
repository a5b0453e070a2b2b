package io.jubelet.core.image;

import java.util.ArrayList;
import java.util.List;

/// Who pulls and who waits to, first come first served. Immutable; it alone decides who is next.
///
/// Upstream: images/puller.go, the serial and the parallel puller.
///
/// @param slots how many pull at a time; zero for as many as there are
/// @param running in the order in which they began
/// @param waiting in the order in which they came
record PullLine(int slots, List<Ticket> running, List<Ticket> waiting) {
    PullLine {
        running = List.copyOf(running);
        waiting = List.copyOf(waiting);
    }

    /// One pull's place; the number makes it the only one of its kind.
    record Ticket(long number, String image) {}

    static PullLine of(int slots) {
        return new PullLine(slots, List.of(), List.of());
    }

    /// The same with one more at its end; it runs at once if there is room.
    PullLine joined(Ticket ticket) {
        return new PullLine(slots, running, with(waiting, ticket)).advanced();
    }

    /// The same without that one, wherever it stood; who comes next runs.
    PullLine left(Ticket ticket) {
        return new PullLine(slots, without(running, ticket), without(waiting, ticket)).advanced();
    }

    private PullLine advanced() {
        var room = slots == 0 ? waiting.size() : Math.max(0, slots - running.size());
        var next = waiting.subList(0, Math.min(room, waiting.size()));
        if (next.isEmpty()) {
            return this;
        }
        var now = new ArrayList<>(running);
        now.addAll(next);
        return new PullLine(slots, now, waiting.subList(next.size(), waiting.size()));
    }

    boolean runs(Ticket ticket) {
        return running.contains(ticket);
    }

    /// How many come before a waiting one, those that run included.
    int ahead(Ticket ticket) {
        return running.size() + waiting.indexOf(ticket);
    }

    private static List<Ticket> with(List<Ticket> tickets, Ticket more) {
        var all = new ArrayList<>(tickets);
        all.add(more);
        return all;
    }

    private static List<Ticket> without(List<Ticket> tickets, Ticket gone) {
        return tickets.stream().filter(ticket -> !ticket.equals(gone)).toList();
    }
}
