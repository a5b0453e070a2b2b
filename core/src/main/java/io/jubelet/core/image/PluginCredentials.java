package io.jubelet.core.image;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.Programs;
import io.jubelet.core.image.AccountWish.Sharing;
import io.jubelet.core.image.PluginAnswer.Scope;
import io.jubelet.core.image.ServiceAccounts.AccountException;
import io.jubelet.core.runtime.RegistryCredential;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The credentials that one program knows, remembered for as long as it says. Where it wants to
/// know the pod's service account, they are that account's alone.
///
/// Owner of what it remembers: at most a thousand answers, the oldest of which go first. Thread: a
/// pull's waits for the program and the API server; the monitor guards the memory alone.
/// Upstream: credentialprovider/plugin/plugin.go. Intended difference: what the program prints on
/// its error output is told nobody.
public final class PluginCredentials implements NodeCredentials {
    private static final Log LOG = Log.of(PluginCredentials.class);
    private static final int MOST = 1000;

    private final PluginSettings settings;
    private final Programs programs;
    private final Execution execution;
    private final Map<Key, Remembered> memory = new LinkedHashMap<>();

    public PluginCredentials(PluginSettings settings, Programs programs, Execution execution) {
        this.settings = settings;
        this.programs = programs;
        this.execution = execution;
    }

    private record Remembered(Map<String, RegistryCredential> credentials, Tick until) {}

    /// For what an answer counts.
    ///
    /// @param account whose it is; empty for everybody's
    private record Key(String place, Optional<AccountProof.Key> account) {}

    /// What the program is asked.
    private record Question(String repository, Optional<AccountProof> proof, Sharing sharing) {
        Key key(Scope scope) {
            return new Key(scope.keyOf(repository), proof.map(it -> it.key(sharing)));
        }
    }

    @Override
    public boolean asksAccounts(String repository) {
        return settings.account().isPresent() && covers(repository);
    }

    private boolean covers(String repository) {
        return settings.matchImages().stream().anyMatch(it -> Keyring.covers(it, repository));
    }

    @Override
    public List<RegistryCredential> find(
            PullingPod pod, String repository, ServiceAccounts accounts) {
        if (!covers(repository)) {
            return List.of();
        }
        try {
            return question(pod, repository, accounts).map(this::find).orElse(List.of());
        } catch (HostCallException failure) {
            tellFailed(pod, repository, failure.reason());
        } catch (AccountException | IllegalArgumentException failure) {
            tellFailed(pod, repository, String.valueOf(failure.getMessage()));
        }
        return List.of();
    }

    /// Empty if the program is not asked for this pod.
    private Optional<Question> question(
            PullingPod pod, String repository, ServiceAccounts accounts) {
        if (settings.account().isEmpty()) {
            return Optional.of(new Question(repository, Optional.empty(), Sharing.ACCOUNT));
        }
        var wish = settings.account().get();
        return switch (AccountQuestion.ask(wish, pod, accounts)) {
            case AccountQuestion.Answer.Nobody _ ->
                    Optional.of(new Question(repository, Optional.empty(), wish.sharing()));
            case AccountQuestion.Answer.Known(var proof) ->
                    Optional.of(new Question(repository, Optional.of(proof), wish.sharing()));
            case AccountQuestion.Answer.NotForIt(var why) -> {
                LOG.v(5)
                        .info(
                                "A credential provider is not asked for a pod",
                                "provider",
                                settings.name(),
                                "image",
                                repository,
                                "pod",
                                pod,
                                "reason",
                                why);
                yield Optional.empty();
            }
        };
    }

    private List<RegistryCredential> find(Question question) {
        var keyring = new Keyring();
        recall(question)
                .orElseGet(() -> ask(question))
                .forEach(
                        (place, credential) ->
                                keyring.add(
                                        place,
                                        question.proof()
                                                .map(it -> credential.from(it.account()))
                                                .orElse(credential)));
        return keyring.find(question.repository());
    }

    private synchronized Optional<Map<String, RegistryCredential>> recall(Question question) {
        var now = execution.tick();
        memory.values().removeIf(it -> it.until().isBefore(now));
        for (var scope : Scope.values()) {
            var found = Optional.ofNullable(memory.get(question.key(scope)));
            if (found.isPresent()) {
                return found.map(Remembered::credentials);
            }
        }
        return Optional.empty();
    }

    private Map<String, RegistryCredential> ask(Question question) {
        var text =
                PluginRequest.text(settings.apiVersion(), question.repository(), question.proof());
        var printed = programs.ask(settings.command(), text);
        var answer = PluginAnswer.read(printed, settings.apiVersion());
        checkEcho(question, answer);
        remember(answer, question);
        return answer.credentials();
    }

    /// A token as a password is good for as long as the token is, and that nobody would know.
    private static void checkEcho(Question question, PluginAnswer answer) {
        var token = question.proof().map(AccountProof::token).filter(it -> !it.isEmpty());
        if (question.sharing() != Sharing.TOKEN
                && token.isPresent()
                && answer.credentials().values().stream()
                        .anyMatch(it -> it.password().equals(token.get()))) {
            throw new IllegalArgumentException(
                    "credential provider plugin returned the service account token as the password"
                            + " which is not allowed when service account cache type is not set to"
                            + " 'Token'");
        }
    }

    private void tellFailed(PullingPod pod, String repository, String reason) {
        LOG.warning(
                "Failed to provide credentials for image",
                "provider",
                settings.name(),
                "image",
                repository,
                "pod",
                pod,
                "reason",
                reason);
    }

    private synchronized void remember(PluginAnswer answer, Question question) {
        Duration time = answer.duration().orElse(settings.defaultCacheDuration());
        if (!time.isPositive()) {
            return;
        }
        memory.put(
                question.key(answer.scope()),
                new Remembered(answer.credentials(), execution.tick().plus(time)));
        if (memory.size() > MOST) {
            memory.remove(memory.keySet().iterator().next());
        }
    }
}
