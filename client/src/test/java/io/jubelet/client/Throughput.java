package io.jubelet.client;

import io.jubelet.client.testing.Call;
import io.jubelet.client.testing.Clients;
import io.jubelet.client.testing.Objects;
import io.jubelet.client.testing.StandInServer;
import io.jubelet.client.testing.TestTime;
import io.jubelet.client.testing.TestTls;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Prints how many calls a second the client makes to the stand-in on loopback, server and client
/// in one process. Run it by hand: figures depend on the machine.
final class Throughput {
    private static final int CALLS = 20_000;
    private static final ObjectName WEB = new ObjectName("default", "web");

    private Throughput() {}

    public static void main(String[] arguments) throws InterruptedException {
        var classes = ManagementFactory.getClassLoadingMXBean();
        var tls = TestTls.honest();
        try (var secure = StandInServer.secure(tls, Throughput::answer);
                var plain = StandInServer.plain(Throughput::answer)) {
            for (var server : List.of(secure, plain)) {
                var before = classes.getTotalLoadedClassCount();
                try (var client =
                        Clients.open(
                                server.address(),
                                List.of(tls.certificate()),
                                Clients.settings(Duration.ofSeconds(30), Clients.PATIENT),
                                TestTime.standing())) {
                    var api = client.cluster().api();
                    patch(api);
                    var loaded = classes.getTotalLoadedClassCount() - before;
                    System.out.println(server.address() + ": classes of a first call: " + loaded);
                    for (var threads : List.of(1, 16, 1, 16)) {
                        System.out.println(threads + " at a time: " + measure(api, threads) + "/s");
                    }
                }
            }
        }
    }

    private static void answer(Call call) {
        call.answer(200, Objects.PROTOBUF, Objects.podBytes("web"));
    }

    private static void patch(ClusterApi api) {
        api.patch(ApiResource.PODS, WEB, Patch.ofStatus("{\"status\":{\"phase\":\"Running\"}}"));
    }

    private static long measure(ClusterApi api, int threads) throws InterruptedException {
        var begin = System.nanoTime();
        var running = new ArrayList<Thread>();
        for (var i = 0; i < threads; i++) {
            running.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        for (var j = 0; j < CALLS / threads; j++) {
                                            patch(api);
                                        }
                                    }));
        }
        for (var thread : running) {
            thread.join();
        }
        return CALLS * 1_000_000_000L / (System.nanoTime() - begin);
    }
}
