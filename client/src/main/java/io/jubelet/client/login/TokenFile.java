package io.jubelet.client.login;

import io.jubelet.client.kubeconfig.FileFailures;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import io.jubelet.log.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A token that others renew in a file. It is read again every minute; when that fails the last one
/// is good for as long as the server takes it.
///
/// Thread: any; the lock guards the cached token, and the one who finds it old reads the file under
/// it so that the others do not.
/// Upstream: client-go `transport/token_source.go` NewCachedFileTokenSource.
public final class TokenFile implements Login {
    private static final Log LOG = Log.of(TokenFile.class);
    static final Duration PERIOD = Duration.ofMinutes(1);

    private final Path file;
    private final Execution execution;
    private Optional<Secret> header;
    private Tick nextRead = Tick.BEGINNING;

    /// @param first what to say until the file was read, if the kubeconfig has a token too
    public TokenFile(Path file, Optional<Secret> first, Execution execution) {
        this.file = file;
        this.execution = execution;
        this.header = first.map(token -> Secret.of("Bearer " + token.reveal()));
    }

    @Override
    public synchronized Optional<Secret> authorization() {
        var now = execution.tick();
        if (!now.isBefore(nextRead)) {
            read();
            nextRead = now.plus(PERIOD);
        }
        return header;
    }

    private void read() {
        try {
            var token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new IOException("the file is empty");
            }
            header = Optional.of(Secret.of("Bearer " + token));
        } catch (IOException failure) {
            var reason = "cannot read the token in " + file + ": " + FileFailures.describe(failure);
            if (header.isEmpty()) {
                throw new ApiCallException(Code.UNREACHABLE, reason, failure);
            }
            LOG.warning("The last token is used on", "reason", reason);
        }
    }

    @Override
    public synchronized void refused() {
        nextRead = Tick.BEGINNING;
    }
}
