package io.jubelet.client.login;

import io.jubelet.client.kubeconfig.Kubeconfig;
import io.jubelet.client.kubeconfig.Kubeconfig.Plugin;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.Execution;
import io.jubelet.log.Log;
import io.jubelet.log.Secret;
import io.jubelet.pki.CertifiedKey;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Credentials from a program that the kubeconfig names. They are kept until they expire or the
/// server refuses them; while the program runs, everybody who needs them waits.
///
/// Thread: any; the lock guards what is cached and lets one program run at a time.
/// Upstream: client-go `plugin/pkg/client/auth/exec`. Intended difference: the program has a
/// minute.
public final class PluginLogin implements Login, ClientCertificateSource {
    private static final Log LOG = Log.of(PluginLogin.class);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int LONGEST_ANSWER = 1 << 20;

    private final Plugin plugin;
    private final String question;
    private final Execution execution;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private Optional<PluginAnswer> cached = Optional.empty();

    public PluginLogin(Kubeconfig kubeconfig, Plugin plugin, Execution execution) {
        this.plugin = plugin;
        this.question = PluginAnswer.question(kubeconfig, plugin);
        this.execution = execution;
    }

    @Override
    public Optional<Secret> authorization() {
        return answer().token().map(token -> Secret.of("Bearer " + token.reveal()));
    }

    @Override
    public Optional<CertifiedKey> current() {
        return answer().certificate();
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public synchronized void refused() {
        cached = Optional.empty();
    }

    private PluginAnswer answer() {
        PluginAnswer answer;
        boolean renewed;
        synchronized (this) {
            var now = execution.now();
            if (cached.isPresent() && !cached.get().expiredAt(now)) {
                return cached.get();
            }
            answer = ask();
            renewed =
                    cached.isPresent() && !cached.get().certificate().equals(answer.certificate());
            cached = Optional.of(answer);
        }
        if (renewed) {
            listeners.forEach(Runnable::run);
        }
        return answer;
    }

    private PluginAnswer ask() {
        try {
            return PluginAnswer.parse(run(), plugin.apiVersion());
        } catch (IOException | IllegalArgumentException failure) {
            throw failed(failure.getMessage(), failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw failed("interrupted", failure);
        }
    }

    private ApiCallException failed(@Nullable String why, Exception cause) {
        if (!plugin.installHint().isEmpty()) {
            LOG.warning("A credential plugin failed", "hint", plugin.installHint());
        }
        return new ApiCallException(
                Code.UNREACHABLE,
                "getting credentials: exec: executable " + plugin.command() + " failed: " + why,
                cause);
    }

    private byte[] run() throws IOException, InterruptedException {
        var words = new ArrayList<String>();
        words.add(plugin.command());
        words.addAll(plugin.arguments());
        var builder =
                new ProcessBuilder(words)
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(plugin.environment());
        builder.environment().put("KUBERNETES_EXEC_INFO", question);
        var process = builder.start();
        var watchdog =
                process.onExit()
                        .orTimeout(LONGEST.toSeconds(), TimeUnit.SECONDS)
                        .whenComplete((_, late) -> destroyIfLate(process, late));
        try (var output = process.getInputStream()) {
            var answer = output.readNBytes(LONGEST_ANSWER);
            if (answer.length == LONGEST_ANSWER) {
                throw new IOException("it printed more than " + LONGEST_ANSWER + " bytes");
            }
            var code = process.waitFor();
            if (watchdog.isCompletedExceptionally()) {
                throw new IOException("no answer within " + LONGEST.toSeconds() + " s");
            }
            if (code != 0) {
                throw new IOException("exit code " + code);
            }
            return answer;
        } finally {
            process.destroyForcibly();
        }
    }

    private static void destroyIfLate(Process process, @Nullable Throwable late) {
        if (late != null) {
            process.destroyForcibly();
        }
    }

    /// For messages: what was asked, never what was answered.
    @Override
    public String toString() {
        return "PluginLogin[" + plugin.command() + "]";
    }
}
