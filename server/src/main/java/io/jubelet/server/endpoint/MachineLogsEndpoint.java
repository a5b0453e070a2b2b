package io.jubelet.server.endpoint;

import io.jubelet.core.host.ContainerLogFiles.LogFile;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.MachineLogs;
import io.jubelet.core.host.MachineLogs.Found;
import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.ResponseStream;
import io.jubelet.server.http.StreamedResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// `/logs/` and what lies below it: the machine's logs, as a file server shows them.
///
/// Thread: any.
/// Upstream: kubelet.go logServer, which is Go's file server on `/var/log`. Links that lead out of
/// that folder are not followed here, and no part of a file can be asked for.
public final class MachineLogsEndpoint implements Endpoint {
    public static final String PATH = "/logs/";

    private static final int PIECE = 1 << 15;

    private final MachineLogs logs;

    public MachineLogsEndpoint(MachineLogs logs) {
        this.logs = logs;
    }

    @Override
    public Answer answer(Request request) {
        var asked = request.path().substring(PATH.length());
        if (List.of(asked.split("/", -1)).contains("..")) {
            return Response.error(400, "invalid URL path");
        }
        var path = asked.endsWith("/") ? asked.substring(0, asked.length() - 1) : asked;
        try {
            return switch (logs.find(path)) {
                case Found.Missing _ -> Response.notFound();
                case Found.Folder(var names) ->
                        asked.isEmpty() || asked.endsWith("/")
                                ? listing(names)
                                : moved(lastPart(path) + "/");
                case Found.File(var file) ->
                        asked.endsWith("/") ? moved("../" + lastPart(path)) : content(path, file);
            };
        } catch (HostCallException failure) {
            return Response.error(500, "500 Internal Server Error");
        }
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Response moved(String where) {
        return Response.text(301, "").with("Location", where);
    }

    private static Response listing(List<String> names) {
        var page =
                new StringBuilder(
                        """
                        <!doctype html>
                        <meta name="viewport" content="width=device-width">
                        <pre>
                        """);
        for (var name : names) {
            page.append("<a href=\"")
                    .append(address(name))
                    .append("\">")
                    .append(escaped(name))
                    .append("</a>\n");
        }
        page.append("</pre>\n");
        return Response.of(
                200, "text/html; charset=utf-8", page.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// As part of an address; a colon in the first part would look like a scheme.
    private static String address(String name) {
        var text = new StringBuilder(name.indexOf(':') >= 0 ? "./" : "");
        for (var each : name.getBytes(StandardCharsets.UTF_8)) {
            var character = (char) (each & 0xff);
            if (character < 128
                    && (Character.isLetterOrDigit(character)
                            || "-_.~$&+,/:;=@".indexOf(character) >= 0)) {
                text.append(character);
            } else {
                text.append("%%%02X".formatted((int) character));
            }
        }
        return escaped(text.toString());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&#34;")
                .replace("'", "&#39;");
    }

    private static Answer content(String path, LogFile file) {
        var first = new byte[512];
        var length = Math.max(0, file.read(first, 0, first.length));
        file.moveTo(0);
        return new StreamedResponse(
                200,
                Map.of("Content-Type", type(path, first, length)),
                out -> {
                    try (file) {
                        copy(file, out);
                    }
                });
    }

    /// What Go would say of a name or, failing that, of the first bytes, as far as logs go.
    private static String type(String path, byte[] first, int length) {
        if (path.endsWith(".gz") || (length > 1 && first[0] == 0x1f && first[1] == (byte) 0x8b)) {
            return "application/gzip";
        }
        for (var i = 0; i < length; i++) {
            var control = first[i] >= 0 && first[i] < 0x20;
            if (control && "\t\n\r\f\u001b".indexOf(first[i]) < 0) {
                return "application/octet-stream";
            }
        }
        return "text/plain; charset=utf-8";
    }

    /// As much as was there when it was opened: a log that grows all the time would have no end.
    private static void copy(LogFile file, ResponseStream out) throws IOException {
        var left = file.size();
        var piece = new byte[PIECE];
        while (left > 0) {
            var count = file.read(piece, 0, (int) Math.min(piece.length, left));
            if (count < 0) {
                return;
            }
            out.write(piece, 0, count);
            left -= count;
        }
    }
}
