package io.jubelet.server.http;

import java.net.URI;

/// An answer that another server gives: the request is passed on to it, and if it agrees to speak
/// another protocol, bytes go both ways until one side has enough.
///
/// @param target where to, with path and query; plain HTTP
/// @param done run when the tunnel is closed, or was never opened
public record Tunnel(URI target, Runnable done) implements Answer {
    public Tunnel(URI target) {
        this(target, () -> {});
    }

    @Override
    public Tunnel whenDone(Runnable then) {
        return new Tunnel(
                target,
                () -> {
                    done.run();
                    then.run();
                });
    }
}
