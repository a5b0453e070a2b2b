package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.execution.SystemExecution;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.testing.FakeNode;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServerTest {
    @TempDir Path state;

    @Test
    void answersItsOwnerOverASocketThatNobodyElseMayUse() throws IOException {
        Files.writeString(LocalServer.socket(state), "what a killed process left");
        try (var io = new HttpIo()) {
            LocalServer.start(io, state, new FakeNode(), new SystemExecution());
            var socket = LocalServer.socket(state);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            assertThat(ask(socket, "/jubelet/explain"))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("\r\nJubelet-Verdict: well\r\n")
                    .endsWith("\r\n\r\nno pods, and nothing is waited for\n");
            assertThat(ask(socket, "/jubelet/waits")).contains("\"loopSilenceMillis\"");
            assertThat(ask(socket, "/pods")).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void aFolderThatIsNotThereCostsNothingButTheSocket() {
        try (var io = new HttpIo()) {
            LocalServer.start(io, state.resolve("no"), new FakeNode(), new SystemExecution());
            assertThat(LocalServer.socket(state.resolve("no"))).doesNotExist();
        }
    }

    private static String ask(Path socket, String path) throws IOException {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            Channels.newOutputStream(channel).write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
