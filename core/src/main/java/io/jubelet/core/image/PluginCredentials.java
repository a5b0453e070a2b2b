package io.jubelet.core.image;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs;
import io.jubelet.core.image.PluginAnswer.Scope;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.log.Log;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The credentials that one program knows, remembered for as long as it says.
///
/// Owner of what it remembers: at most a thousand answers, the oldest of which go first. Thread: a
/// pull's waits for the program; the monitor guards the memory alone.
/// Upstream: credentialprovider/plugin/plugin.go. Intended difference: what the program prints on
/// its error output is told nobody.
public final class PluginCredentials implements NodeCredentials {
    private static final Log LOG = Log.of(PluginCredentials.class);
    private static final int MOST = 1000;

    private final PluginSettings settings;
    private final Programs programs;
    private final Execution execution;
    private final Map<String, Remembered> memory = new LinkedHashMap<>();

    public PluginCredentials(PluginSettings settings, Programs programs, Execution execution) {
        this.settings = settings;
        this.programs = programs;
        this.execution = execution;
    }

    private record Remembered(Map<String, RegistryCredential> credentials, Tick until) {}

    @Override
    public List<RegistryCredential> find(PodIdentity pod, String repository) {
        if (settings.matchImages().stream().noneMatch(it -> Keyring.covers(it, repository))) {
            return List.of();
        }
        var keyring = new Keyring();
        recall(repository).orElseGet(() -> ask(repository)).forEach(keyring::add);
        return keyring.find(repository);
    }

    private synchronized Optional<Map<String, RegistryCredential>> recall(String repository) {
        var now = execution.tick();
        memory.values().removeIf(it -> it.until().isBefore(now));
        for (var scope : Scope.values()) {
            var found = Optional.ofNullable(memory.get(scope.keyOf(repository)));
            if (found.isPresent()) {
                return found.map(Remembered::credentials);
            }
        }
        return Optional.empty();
    }

    private Map<String, RegistryCredential> ask(String repository) {
        try {
            var printed = programs.ask(settings.command(), question(repository));
            var answer = PluginAnswer.read(printed, settings.apiVersion());
            remember(answer, repository);
            return answer.credentials();
        } catch (HostCallException failure) {
            tellFailed(repository, failure.reason());
        } catch (IllegalArgumentException unreadable) {
            tellFailed(repository, String.valueOf(unreadable.getMessage()));
        }
        return Map.of();
    }

    private void tellFailed(String repository, String reason) {
        LOG.warning(
                "Failed to provide credentials for image",
                "provider",
                settings.name(),
                "image",
                repository,
                "reason",
                reason);
    }

    /// The name of an image needs no escaping.
    private byte[] question(String repository) {
        return "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\"%s\",\"image\":\"%s\"}\n"
                .formatted(settings.apiVersion(), repository)
                .getBytes(StandardCharsets.UTF_8);
    }

    private synchronized void remember(PluginAnswer answer, String repository) {
        Duration time = answer.duration().orElse(settings.defaultCacheDuration());
        if (!time.isPositive()) {
            return;
        }
        memory.put(
                answer.scope().keyOf(repository),
                new Remembered(answer.credentials(), execution.tick().plus(time)));
        if (memory.size() > MOST) {
            memory.remove(memory.keySet().iterator().next());
        }
    }
}
