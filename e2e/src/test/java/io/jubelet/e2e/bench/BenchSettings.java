package io.jubelet.e2e.bench;

import io.jubelet.e2e.bench.MeasuredKubelet.Kind;
import io.jubelet.e2e.harness.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// What the script asked for, as system properties named `bench.…`.
///
/// Thread: immutable.
///
/// @param serial how many pods are started one after another
/// @param idle how long an idle kubelet is looked at
/// @param out where record, figures and verdict go
/// @param head the record's first line
record BenchSettings(
        int rounds,
        int pods,
        int serial,
        Duration idle,
        List<Kind> kubelets,
        Path out,
        String head) {
    BenchSettings {
        kubelets = List.copyOf(kubelets);
    }

    static BenchSettings ofProperties() {
        return new BenchSettings(
                Integer.getInteger("bench.rounds", 3),
                Integer.getInteger("bench.pods", 100),
                Integer.getInteger("bench.serial", 20),
                Duration.ofSeconds(Integer.getInteger("bench.idle", 60)),
                kubelets(System.getProperty("bench.only", "")),
                Path.of(System.getProperty("bench.out", "target")),
                System.getProperty("bench.head", "no record"));
    }

    private static List<Kind> kubelets(String only) {
        return only.isEmpty()
                ? List.of(Kind.GO, Kind.JUBELET)
                : List.of(Kind.valueOf(only.toUpperCase(Locale.ROOT)));
    }

    /// Whose turns a round has: who was last in one round is first in the next.
    List<Kind> turns(int round) {
        var turns = new ArrayList<>(kubelets);
        if (round % 2 == 1) {
            Collections.reverse(turns);
        }
        return turns;
    }

    void write(Report report) {
        Folders.write(out.resolve("record"), report.text());
        Folders.write(out.resolve("figures.json"), report.json());
        Folders.write(out.resolve("verdict"), report.isGood() ? "met\n" : "missed\n");
    }
}
