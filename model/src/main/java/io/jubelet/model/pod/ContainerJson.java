package io.jubelet.model.pod;

import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.HTTPHeader;
import io.jubelet.api.core.LifecycleHandler;
import io.jubelet.api.core.TCPSocketAction;
import io.jubelet.model.codec.MessageWriter;
import java.util.List;
import java.util.stream.Collectors;

/// The parts of a container that its kubelet notes down in the runtime, byte for byte as Go writes
/// them: another kubelet may come to read them.
///
/// Whether a message has an empty field or none depends on who sent it; Go writes the fields that a
/// part cannot do without in any case, and of the others those that are not empty.
///
/// Thread: any; pure.
///
/// Upstream: Go encoding/json of v1.LifecycleHandler and v1.ContainerPort.
public final class ContainerJson {
    private ContainerJson() {}

    public static String hook(LifecycleHandler hook) {
        var told = hook.toBuilder();
        if (hook.hasHttpGet()) {
            told.setHttpGet(told(hook.getHttpGet()));
        }
        if (hook.hasTcpSocket()) {
            told.setTcpSocket(told(hook.getTcpSocket()));
        }
        if (hook.hasSleep()) {
            told.getSleepBuilder().setSeconds(hook.getSleep().getSeconds());
        }
        return MessageWriter.toJson(told.build());
    }

    public static String ports(List<ContainerPort> ports) {
        return ports.stream()
                .map(port -> MessageWriter.toJson(told(port)))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static HTTPGetAction told(HTTPGetAction get) {
        var told = get.toBuilder().setPort(get.getPort()).clearHttpHeaders();
        get.getHttpHeadersList().forEach(header -> told.addHttpHeaders(told(header)));
        if (get.getPath().isEmpty()) {
            told.clearPath();
        }
        if (get.getHost().isEmpty()) {
            told.clearHost();
        }
        if (get.getScheme().isEmpty()) {
            told.clearScheme();
        }
        return told.build();
    }

    private static HTTPHeader told(HTTPHeader header) {
        return HTTPHeader.newBuilder()
                .setName(header.getName())
                .setValue(header.getValue())
                .build();
    }

    private static TCPSocketAction told(TCPSocketAction socket) {
        var told = socket.toBuilder().setPort(socket.getPort());
        return socket.getHost().isEmpty() ? told.clearHost().build() : told.build();
    }

    private static ContainerPort told(ContainerPort port) {
        var told = port.toBuilder().setContainerPort(port.getContainerPort());
        if (port.getName().isEmpty()) {
            told.clearName();
        }
        if (port.getHostPort() == 0) {
            told.clearHostPort();
        }
        if (port.getProtocol().isEmpty()) {
            told.clearProtocol();
        }
        if (port.getHostIP().isEmpty()) {
            told.clearHostIP();
        }
        return told.build();
    }
}
