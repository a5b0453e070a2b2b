package io.jubelet.core.image;

import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Whether a pod may use an image that is here by what is recorded of it, and what is recorded
/// next. Pure.
///
/// Upstream: pullmanager/image_pull_manager.go MustAttemptImagePull, pulledRecordMergeNewCreds.
final class PullRecordCalculator {
    /// With more secrets than that no further ones are recorded just because they match.
    private static final int MOST_SECRETS = 100;

    private static final Comparator<PullSecret> SECRETS =
            Comparator.comparing(PullSecret::namespace)
                    .thenComparing(PullSecret::name)
                    .thenComparing(PullSecret::uid);
    private static final Comparator<PullAccount> ACCOUNTS =
            Comparator.comparing(PullAccount::namespace)
                    .thenComparing(PullAccount::name)
                    .thenComparing(PullAccount::uid);

    private PullRecordCalculator() {}

    /// What is known of an image.
    sealed interface Evidence {
        /// No kubelet of this machine pulled it.
        record None() implements Evidence {}

        /// One meant to pull it, and nobody knows what became of that.
        record Intended() implements Evidence {}

        record Recorded(PulledRecord record) implements Evidence {}

        /// There is a record, which cannot be read.
        record Unreadable() implements Evidence {}
    }

    /// Whether the pod may use the image as it is here.
    sealed interface Verdict {
        record Granted() implements Verdict {}

        /// It has to be pulled with what the pod has.
        record Refused() implements Verdict {}

        /// Granted to who has one of these.
        record Holders(PullCredentials credentials) implements Verdict {}
    }

    static Verdict verdict(PullVerification policy, String image, Evidence evidence) {
        if (evidence instanceof Evidence.Unreadable) {
            return new Verdict.Refused();
        }
        if (!policy.requires(image, !(evidence instanceof Evidence.None))) {
            return new Verdict.Granted();
        }
        return recorded(image, evidence)
                .<Verdict>map(
                        known ->
                                known.everybody()
                                        ? new Verdict.Granted()
                                        : known.nobody()
                                                ? new Verdict.Refused()
                                                : new Verdict.Holders(known))
                .orElseGet(Verdict.Refused::new);
    }

    private static Optional<PullCredentials> recorded(String image, Evidence evidence) {
        return evidence instanceof Evidence.Recorded(var record)
                ? PullVerification.bare(image)
                        .flatMap(name -> Optional.ofNullable(record.credentials().get(name)))
                : Optional.empty();
    }

    /// Whether one of the pod's own is among those that count.
    ///
    /// @param granted whether it is
    /// @param news what of the pod's was not recorded yet, and is as good
    record Match(boolean granted, Optional<PullSecret> news) {
        private static final Match NONE = new Match(false, Optional.empty());
        private static final Match KNOWN = new Match(true, Optional.empty());
    }

    static Match match(PullCredentials known, List<PullSecret> own, Optional<PullAccount> account) {
        var room = known.secrets().size() < MOST_SECRETS;
        for (var secret : own) {
            for (var other : known.secrets()) {
                var sameObject = secret.sameObject(other);
                if (secret.sameContent(other)) {
                    return sameObject || !room ? Match.KNOWN : new Match(true, Optional.of(secret));
                }
                // Its content changed since: whoever changed it could read it before.
                if (sameObject && room) {
                    return new Match(true, Optional.of(secret));
                }
            }
        }
        return account.filter(known.serviceAccounts()::contains).isPresent()
                ? Match.KNOWN
                : Match.NONE;
    }

    /// The first record of an image.
    ///
    /// @param name the image's in pods, without tag and digest
    /// @param credentials empty where nobody knows with what it was pulled
    static PulledRecord first(
            String reference, String name, Optional<PullCredentials> credentials, Instant now) {
        var all = new LinkedHashMap<String, PullCredentials>();
        credentials.ifPresent(it -> all.put(name, it));
        return new PulledRecord(now, reference, all);
    }

    /// The record with these credentials too; empty if they change nothing.
    static Optional<PulledRecord> merged(
            PulledRecord record, String name, PullCredentials credentials, Instant now) {
        if (credentials.nobody()) {
            return Optional.empty();
        }
        var known = Optional.ofNullable(record.credentials().get(name));
        var next = known.map(it -> merged(it, credentials)).orElse(credentials);
        if (known.filter(next::equals).isPresent()) {
            return Optional.empty();
        }
        var all = new LinkedHashMap<>(record.credentials());
        all.put(name, next);
        return Optional.of(new PulledRecord(now, record.reference(), all));
    }

    private static PullCredentials merged(PullCredentials known, PullCredentials more) {
        if (known.everybody()) {
            return known;
        }
        if (more.everybody()) {
            return PullCredentials.EVERYBODY;
        }
        return more.secrets().isEmpty()
                ? new PullCredentials(known.secrets(), accounts(known, more), false)
                : new PullCredentials(secrets(known, more), known.serviceAccounts(), false);
    }

    /// Each object once, with what it holds now; as they were if nothing is new.
    private static List<PullSecret> secrets(PullCredentials known, PullCredentials more) {
        if (known.secrets().containsAll(more.secrets())) {
            return known.secrets();
        }
        var all = new ArrayList<>(known.secrets());
        for (var secret : more.secrets()) {
            all.removeIf(secret::sameObject);
            all.add(secret);
        }
        return all.stream().sorted(SECRETS).toList();
    }

    private static List<PullAccount> accounts(PullCredentials known, PullCredentials more) {
        if (known.serviceAccounts().containsAll(more.serviceAccounts())) {
            return known.serviceAccounts();
        }
        var all = new ArrayList<>(known.serviceAccounts());
        more.serviceAccounts().stream().filter(it -> !all.contains(it)).forEach(all::add);
        return all.stream().sorted(ACCOUNTS).toList();
    }
}
