package io.jubelet.model.validation;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.HTTPHeader;
import io.jubelet.api.core.Lifecycle;
import io.jubelet.api.core.LifecycleHandler;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Probe;
import io.jubelet.api.core.ProbeHandler;
import io.jubelet.api.meta.IntOrString;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A container's probes and lifecycle hooks: exactly one handler each, and sane numbers.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateProbe, validateHandler, validateLifecycle.
final class ProbeRules {
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
    private static final String ONE_HANDLER = "may not specify more than 1 handler type";
    private static final List<String> WINDOWS_SIGNALS = List.of("SIGKILL", "SIGTERM");
    private static final List<String> LINUX_SIGNALS =
            Stream.of(
                            Stream.of(
                                    "ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE"
                                            .split(" ")),
                            Stream.of(
                                    "POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN"
                                            .split(" ")),
                            Stream.of(
                                    "TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX"
                                            .split(" ")),
                            IntStream.rangeClosed(1, 15).mapToObj(i -> "RTMIN+" + i),
                            IntStream.rangeClosed(1, 14).mapToObj(i -> "RTMAX-" + i))
                    .flatMap(names -> names)
                    .map(name -> "SIG" + name)
                    .sorted()
                    .toList();

    private ProbeRules() {}

    static void check(Violations found, FieldPath at, Container container, PodSpec pod) {
        if (container.hasLifecycle()) {
            lifecycle(found, at.child("lifecycle"), container.getLifecycle(), pod);
        }
        if (container.hasLivenessProbe()) {
            probe(found, at.child("livenessProbe"), container.getLivenessProbe());
            succeedsOnce(found, at.child("livenessProbe"), container.getLivenessProbe());
        }
        if (container.hasReadinessProbe()) {
            Probe probe = container.getReadinessProbe();
            probe(found, at.child("readinessProbe"), probe);
            if (probe.hasTerminationGracePeriodSeconds()) {
                found.invalid(
                        at.child("readinessProbe").child("terminationGracePeriodSeconds"),
                        probe.getTerminationGracePeriodSeconds(),
                        "must not be set for readinessProbes");
            }
        }
        if (container.hasStartupProbe()) {
            probe(found, at.child("startupProbe"), container.getStartupProbe());
            succeedsOnce(found, at.child("startupProbe"), container.getStartupProbe());
        }
    }

    private static void succeedsOnce(Violations found, FieldPath at, Probe probe) {
        if (probe.getSuccessThreshold() != 1) {
            found.invalid(at.child("successThreshold"), probe.getSuccessThreshold(), "must be 1");
        }
    }

    private static void probe(Violations found, FieldPath at, Probe probe) {
        handler(found, at, probe.getHandler());
        found.nonNegative(at.child("initialDelaySeconds"), probe.getInitialDelaySeconds());
        found.nonNegative(at.child("timeoutSeconds"), probe.getTimeoutSeconds());
        found.nonNegative(at.child("periodSeconds"), probe.getPeriodSeconds());
        found.nonNegative(at.child("successThreshold"), probe.getSuccessThreshold());
        found.nonNegative(at.child("failureThreshold"), probe.getFailureThreshold());
        if (probe.hasTerminationGracePeriodSeconds()
                && probe.getTerminationGracePeriodSeconds() <= 0) {
            found.invalid(
                    at.child("terminationGracePeriodSeconds"),
                    probe.getTerminationGracePeriodSeconds(),
                    "must be greater than 0");
        }
    }

    private static void handler(Violations found, FieldPath at, ProbeHandler handler) {
        Chosen chosen = new Chosen(found, at);
        if (handler.hasExec() && chosen.first("exec")) {
            command(found, at.child("exec"), handler.getExec().getCommandCount());
        }
        if (handler.hasHttpGet() && chosen.first("httpGet")) {
            httpGet(found, at.child("httpGet"), handler.getHttpGet());
        }
        if (handler.hasTcpSocket() && chosen.first("tcpSocket")) {
            port(found, at.child("tcpSocket").child("port"), handler.getTcpSocket().getPort());
        }
        if (handler.hasGrpc() && chosen.first("grpc")) {
            portNumber(found, at.child("grpc").child("port"), handler.getGrpc().getPort());
        }
        chosen.requireOne();
    }

    private static void lifecycle(
            Violations found, FieldPath at, Lifecycle lifecycle, PodSpec pod) {
        if (lifecycle.hasPostStart()) {
            hook(found, at.child("postStart"), lifecycle.getPostStart(), pod);
        }
        if (lifecycle.hasPreStop()) {
            hook(found, at.child("preStop"), lifecycle.getPreStop(), pod);
        }
        if (lifecycle.hasStopSignal()) {
            stopSignal(found, at.child("stopSignal"), lifecycle.getStopSignal(), pod);
        }
    }

    private static void hook(Violations found, FieldPath at, LifecycleHandler hook, PodSpec pod) {
        Chosen chosen = new Chosen(found, at);
        if (hook.hasExec() && chosen.first("exec")) {
            command(found, at.child("exec"), hook.getExec().getCommandCount());
        }
        if (hook.hasHttpGet() && chosen.first("httpGet")) {
            httpGet(found, at.child("httpGet"), hook.getHttpGet());
        }
        if (hook.hasTcpSocket() && chosen.first("tcpSocket")) {
            port(found, at.child("tcpSocket").child("port"), hook.getTcpSocket().getPort());
        }
        if (hook.hasSleep() && chosen.first("sleep")) {
            long seconds = hook.getSleep().getSeconds();
            long grace = pod.getTerminationGracePeriodSeconds();
            if (pod.hasTerminationGracePeriodSeconds() && (seconds < 0 || seconds > grace)) {
                found.invalid(
                        at.child("sleep"),
                        seconds,
                        "must be non-negative and less than terminationGracePeriodSeconds ("
                                + grace
                                + ")");
            }
        }
        chosen.requireOne();
    }

    private static void stopSignal(Violations found, FieldPath at, String signal, PodSpec pod) {
        if (!pod.hasOs()) {
            found.forbidden(at, "may not be set for containers with empty `spec.os.name`");
        } else if (pod.getOs().getName().equals("windows") && !WINDOWS_SIGNALS.contains(signal)) {
            found.unsupported(at, signal, WINDOWS_SIGNALS);
        } else if (pod.getOs().getName().equals("linux") && !LINUX_SIGNALS.contains(signal)) {
            found.unsupported(at, signal, LINUX_SIGNALS);
        }
    }

    private static void command(Violations found, FieldPath at, int words) {
        if (words == 0) {
            found.required(at.child("command"));
        }
    }

    private static void httpGet(Violations found, FieldPath at, HTTPGetAction action) {
        if (action.getPath().isEmpty()) {
            found.required(at.child("path"));
        }
        port(found, at.child("port"), action.getPort());
        if (!SCHEMES.contains(action.getScheme())) {
            found.unsupported(at.child("scheme"), action.getScheme(), SCHEMES);
        }
        for (HTTPHeader header : action.getHttpHeadersList()) {
            found.invalidEach(
                    at.child("httpHeaders"),
                    header.getName(),
                    NameFormats.headerName(header.getName()));
        }
    }

    private static void port(Violations found, FieldPath at, IntOrString port) {
        if (port.getType() == 0) {
            portNumber(found, at, port.getIntVal());
        } else {
            found.invalidEach(at, port.getStrVal(), NameFormats.portName(port.getStrVal()));
        }
    }

    private static void portNumber(Violations found, FieldPath at, int port) {
        NameFormats.portNumber(port).forEach(detail -> found.invalid(at, port, detail));
    }

    /// Lets the first handler through and forbids every further one.
    private static final class Chosen {
        private final Violations found;
        private final FieldPath at;
        private boolean any;

        Chosen(Violations found, FieldPath at) {
            this.found = found;
            this.at = at;
        }

        boolean first(String kind) {
            if (any) {
                found.forbidden(at.child(kind), ONE_HANDLER);
                return false;
            }
            any = true;
            return true;
        }

        void requireOne() {
            if (!any) {
                found.required(at, "must specify a handler type");
            }
        }
    }
}
