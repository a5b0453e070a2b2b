package io.jubelet.adapters.cri;

import io.grpc.Status;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns gRPC's status into the port's exception, in the words that events and statuses carry.
///
/// Thread: any; pure.
///
/// Upstream: the Go client's `rpc error: code = … desc = …`, which users and tests read.
final class CriErrors {
    /// Why a connection cannot be made.
    private static final List<String> REFUSALS =
            List.of("no such file or directory", "connection refused", "permission denied");

    private CriErrors() {}

    static RuntimeCallException failure(
            String operation, CriEndpoint endpoint, Status received, Throwable cause) {
        var status = withLostConnection(received);
        return new RuntimeCallException(
                operation, code(status), message(operation, endpoint, status), cause);
    }

    /// A connection that breaks under a call comes as UNKNOWN. Only this side attaches a cause:
    /// what a runtime itself sends has none.
    private static Status withLostConnection(Status status) {
        return status.getCode() == Status.Code.UNKNOWN && status.getCause() instanceof IOException
                ? Status.UNAVAILABLE
                        .withDescription(status.getDescription())
                        .withCause(status.getCause())
                : status;
    }

    static Code code(Status received) {
        return switch (withLostConnection(received).getCode()) {
            case UNAVAILABLE -> Code.UNAVAILABLE;
            case DEADLINE_EXCEEDED -> Code.DEADLINE_EXCEEDED;
            case NOT_FOUND -> Code.NOT_FOUND;
            case UNIMPLEMENTED -> Code.UNIMPLEMENTED;
            case OK,
                    CANCELLED,
                    UNKNOWN,
                    INVALID_ARGUMENT,
                    ALREADY_EXISTS,
                    PERMISSION_DENIED,
                    RESOURCE_EXHAUSTED,
                    FAILED_PRECONDITION,
                    ABORTED,
                    OUT_OF_RANGE,
                    INTERNAL,
                    DATA_LOSS,
                    UNAUTHENTICATED ->
                    Code.FAILED;
        };
    }

    private static String message(String operation, CriEndpoint endpoint, Status status) {
        var description = description(endpoint, status);
        // A failed pull's message is read by people in the pod's status: the code says nothing
        // more.
        if (operation.equals("PullImage") && status.getCode() == Status.Code.UNKNOWN) {
            return description;
        }
        return "rpc error: code = " + codeName(status.getCode()) + " desc = " + description;
    }

    private static String description(CriEndpoint endpoint, Status status) {
        var text = status.getDescription() == null ? "" : status.getDescription();
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> "context deadline exceeded";
            case UNAVAILABLE -> unavailable(endpoint, text, status.getCause());
            default -> text;
        };
    }

    private static String unavailable(
            CriEndpoint endpoint, String text, @Nullable Throwable transport) {
        var message = transport == null ? null : transport.getMessage();
        if (message == null) {
            return text;
        }
        return REFUSALS.stream()
                .filter(refusal -> message.toLowerCase(Locale.ROOT).contains(refusal))
                .findFirst()
                .map(refusal -> dialing(endpoint, refusal))
                .orElseGet(() -> text + ": " + message);
    }

    private static String dialing(CriEndpoint endpoint, String refusal) {
        return "connection error: desc = \"transport: Error while dialing: dial unix "
                + endpoint.socket()
                + ": connect: "
                + refusal
                + "\"";
    }

    /// Go's name of a gRPC code: `NOT_FOUND` is `NotFound`.
    static String codeName(Status.Code code) {
        if (code == Status.Code.CANCELLED) {
            return "Canceled";
        }
        return Stream.of(code.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
