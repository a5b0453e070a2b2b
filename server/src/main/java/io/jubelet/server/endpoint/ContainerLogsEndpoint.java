package io.jubelet.server.endpoint;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.ContainerLogFiles;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.status.PodView;
import io.jubelet.server.containerlog.LogOptions;
import io.jubelet.server.containerlog.LogReader;
import io.jubelet.server.containerlog.LogWriter;
import io.jubelet.server.containerlog.LoggedContainer;
import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.ResponseStream;
import io.jubelet.server.http.StreamedResponse;
import io.jubelet.server.view.NodeView;
import io.jubelet.server.view.PodSpecs;
import io.jubelet.server.view.PodTarget;
import io.jubelet.server.view.RuntimeView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// `/containerLogs/<namespace>/<pod>/<container>`: what a container wrote. What goes wrong once the
/// answer has begun stands in the answer, as upstream has it.
///
/// Thread: any; it blocks for the runtime, the disk and the client.
///
/// Upstream: pkg/kubelet/server/server.go getContainerLogs.
public final class ContainerLogsEndpoint implements Endpoint {
    private final NodeView node;
    private final RuntimeView runtime;
    private final ContainerLogFiles files;
    private final Execution execution;
    private final boolean splitStreams;

    /// @param splitStreams gate PodLogsQuerySplitStreams
    public ContainerLogsEndpoint(
            NodeView node,
            RuntimeView runtime,
            ContainerLogFiles files,
            Execution execution,
            boolean splitStreams) {
        this.node = node;
        this.runtime = runtime;
        this.files = files;
        this.execution = execution;
        this.splitStreams = splitStreams;
    }

    @Override
    public Answer answer(Request request) {
        return switch (LogOptions.parse(request, splitStreams)) {
            case LogOptions.Parsed.Bad(var status, var message) -> Response.text(status, message);
            case LogOptions.Parsed.Good(var options) ->
                    answer(PodTarget.withContainer(request.path()), options);
        };
    }

    private Answer answer(PodTarget target, LogOptions options) {
        var name = target.container();
        var found = target.find(node);
        if (found.isEmpty()) {
            return Response.text(404, "pod \"" + target.pod() + "\" does not exist");
        }
        PodView pod = found.get();
        if (pod.desired().filter(each -> PodSpecs.hasContainer(each, name)).isEmpty()) {
            return Response.text(
                    404, "container \"" + name + "\" not found in pod \"" + target.pod() + "\"");
        }
        return switch (LoggedContainer.find(target.pod(), pod.status(), name, options.previous())) {
            case LoggedContainer.Missing(var message) -> Response.text(400, message);
            case LoggedContainer.Found container -> open(container, options);
        };
    }

    private Answer open(LoggedContainer.Found container, LogOptions options) {
        try {
            var id = new ContainerId(container.value());
            var file = files.open(runtime.streaming().log(id).path());
            return streamed(out -> read(file, id, options, out));
        } catch (RuntimeCallException failure) {
            return failed("unable to retrieve container logs for " + container.id(), options);
        } catch (HostCallException failure) {
            return failed(failure.reason(), options);
        }
    }

    /// Only where standard error alone is asked for has nothing been answered yet.
    private static Answer failed(String message, LogOptions options) {
        return options.streams() == LogOptions.Streams.STDERR
                ? Response.text(400, message)
                : streamed(out -> write(out, message));
    }

    private static StreamedResponse streamed(StreamedResponse.Body body) {
        return new StreamedResponse(200, Map.of("Content-Type", "text/plain"), body);
    }

    private void read(
            ContainerLogFiles.LogFile file, ContainerId id, LogOptions options, ResponseStream out)
            throws IOException {
        var writer = new LogWriter(options, options.since(execution.now()), out);
        var reader = new LogReader(file, options, writer, () -> mayStillWrite(id));
        out.onEnd(reader::stop);
        try {
            reader.read();
        } catch (HostCallException failure) {
            write(out, failure.reason());
        } catch (LogReader.UnknownFormat failure) {
            write(out, String.valueOf(failure.getMessage()));
        }
    }

    /// A runtime that cannot be asked has not ended its containers.
    private boolean mayStillWrite(ContainerId id) {
        try {
            return runtime.streaming().log(id).running();
        } catch (RuntimeCallException failure) {
            return switch (failure.code()) {
                case UNAVAILABLE, DEADLINE_EXCEEDED -> true;
                case NOT_FOUND, UNIMPLEMENTED, FAILED -> false;
            };
        }
    }

    private static void write(ResponseStream out, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
    }
}
