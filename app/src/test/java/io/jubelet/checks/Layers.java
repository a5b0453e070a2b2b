package io.jubelet.checks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The picture of ARCHITECTURE.md as rules.
final class Layers {
    private static final String CORE = "io.jubelet.core.";

    /// Packages of core, lowest layer first.
    private static final List<List<String>> LAYERS =
            List.of(
                    List.of("check", "execution"),
                    List.of("runtime", "host", "desired", "waiting", "cluster", "meter"),
                    List.of("event", "reflection"),
                    List.of(
                            "source",
                            "observation",
                            "status",
                            "node",
                            "admission",
                            "objects",
                            "certificate",
                            "rotation"),
                    List.of("volume", "probe", "cgroup", "image", "users"),
                    List.of("sync"),
                    List.of("pod"),
                    List.of("loop"));

    private Layers() {}

    static List<ArchRule> all() {
        var rules = new ArrayList<ArchRule>();
        rules.addAll(downwardImports());
        rules.add(siblingsOfLayerTwoStrangers());
        rules.addAll(modules());
        rules.addAll(purity());
        rules.addAll(doors());
        return rules;
    }

    /// Within core, imports point down only.
    static List<ArchRule> downwardImports() {
        var rules = new ArrayList<ArchRule>();
        for (var lower = 0; lower < LAYERS.size(); lower++) {
            var above = LAYERS.subList(lower + 1, LAYERS.size()).stream();
            var forbidden = above.flatMap(List::stream).map(name -> CORE + name + "..").toList();
            if (!forbidden.isEmpty()) {
                rules.add(
                        noClasses()
                                .that()
                                .resideInAnyPackage(packages(LAYERS.get(lower)))
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(forbidden.toArray(String[]::new))
                                .because("imports in core point down only"));
            }
        }
        return rules;
    }

    private static ArchRule siblingsOfLayerTwoStrangers() {
        return noClasses()
                .that()
                .resideInAPackage(CORE + "source..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CORE + "observation..", CORE + "status..")
                .because("packages of one layer do not know each other");
    }

    private static List<ArchRule> modules() {
        return List.of(
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet.pki..")
                        .should()
                        .dependOnClassesThat()
                        .resideOutsideOfPackages(
                                "io.jubelet.pki..", "java..", "javax.security..", "org.jspecify..")
                        .because("keys and certificates need nothing but the JDK"),
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet.core..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "io.grpc..",
                                "io.netty..",
                                "io.jubelet.cri..",
                                "io.jubelet.adapters..",
                                "io.jubelet.client..",
                                "io.jubelet.server..",
                                "io.jubelet.sim..",
                                "io.jubelet.config..",
                                "java.nio.file..",
                                "java.net..")
                        .because("core reaches the world through its ports alone"),
                noClasses()
                        .that()
                        .resideInAnyPackage(
                                "io.jubelet.adapters..",
                                "io.jubelet.client..",
                                "io.jubelet.server..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(CORE + "pod..", CORE + "sync..")
                        .because("adapters and server see ports and views, never how pods are run"),
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet.client..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "io.grpc..", "io.jubelet.adapters..", "io.jubelet.server..")
                        .because("the client knows its port and Netty, and no other adapter"),
                noClasses()
                        .that()
                        .resideOutsideOfPackages(
                                "io.jubelet.cri..",
                                "io.jubelet.adapters.cri..",
                                "io.jubelet.app.training..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("io.jubelet.cri..")
                        .because("CRI's messages stay in its adapter"));
    }

    /// What decides sees its arguments and nothing else.
    private static List<ArchRule> purity() {
        var decides = ".*(Planner|Policy|Calculator|Diff|Transitions|Tally)";
        return List.of(
                noClasses()
                        .that()
                        .haveNameMatching(decides)
                        .and()
                        .resideOutsideOfPackage("io.jubelet.api..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(
                                "java.util.concurrent..",
                                "java.io..",
                                "java.nio..",
                                "io.jubelet.log..",
                                CORE + "execution..")
                        .because("decisions are pure"),
                classes()
                        .that()
                        .haveNameMatching(decides)
                        .and()
                        .resideInAPackage("io.jubelet.core..")
                        .should()
                        .haveModifier(JavaModifier.FINAL)
                        .because("decisions are not extended"));
    }

    /// Time, threads and sleep have one door.
    private static List<ArchRule> doors() {
        return List.of(
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet.core..")
                        .and()
                        .doNotHaveSimpleName("SystemExecution")
                        .and()
                        .haveNameNotMatching(".*SystemExecution\\$.*")
                        .should()
                        .dependOnClassesThat()
                        .belongToAnyOf(Thread.class, Clock.class)
                        .because("threads and time come from Execution"),
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet..")
                        .should()
                        .callMethod(Thread.class, "sleep", long.class)
                        .because("waits have a reason and a wake-up"),
                noClasses()
                        .that()
                        .resideInAPackage("io.jubelet.core..")
                        .should()
                        .callMethod(Instant.class, "now")
                        .because("time comes from Execution"));
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> CORE + name + "..").toArray(String[]::new);
    }
}
