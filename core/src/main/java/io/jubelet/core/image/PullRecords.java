package io.jubelet.core.image;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PullRecordFiles;
import io.jubelet.core.host.PullRecordFiles.Folder;
import io.jubelet.core.image.PullRecordCalculator.Evidence;
import io.jubelet.core.image.PullRecordCalculator.Match;
import io.jubelet.core.runtime.ImageService.ListedImage;
import io.jubelet.core.runtime.PullAccount;
import io.jubelet.core.runtime.PullSecret;
import io.jubelet.core.runtime.PullSource;
import io.jubelet.log.Log;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.Stream;

/// What kubelets of this machine wrote down about their pulls, so that an image that is here is
/// given to no pod that has no right to it.
///
/// Before a pull begins that is written down; once it is over, with whose credential it was. An
/// agent that dies in between leaves the first, by which the next one knows that the image, if it
/// is here, was not here before.
///
/// Owner of the files: changes of one record are made one after the other, by whichever thread is
/// at it, and no thread ever waits for another. Thread: any; blocks on host calls. The monitor
/// guards the fields and is never held during one.
/// Upstream: pullmanager/image_pull_manager.go.
public final class PullRecords implements PullTrust {
    private static final Log LOG = Log.of(PullRecords.class);

    private final Execution execution;
    private final PullVerification policy;
    private final PullRecordFiles files;
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Queue<Runnable>> changes = new HashMap<>();

    public PullRecords(Execution execution, PullVerification policy, PullRecordFiles files) {
        this.execution = execution;
        this.policy = policy;
        this.files = files;
    }

    @Override
    public boolean checks() {
        return true;
    }

    @Override
    public Answer mayUse(String image, String reference) {
        var verdict = PullRecordCalculator.verdict(policy, image, evidence(image, reference));
        return switch (verdict) {
            case PullRecordCalculator.Verdict.Granted _ -> new Answer.Yes();
            case PullRecordCalculator.Verdict.Refused _ -> new Answer.No();
            case PullRecordCalculator.Verdict.Holders(var known) ->
                    new Answer.Holders(
                            own -> holds(image, reference, known, own),
                            !known.serviceAccounts().isEmpty());
        };
    }

    private boolean holds(
            String image, String reference, PullCredentials known, List<PullSource> own) {
        Match match =
                PullRecordCalculator.match(
                        known,
                        own.stream()
                                .filter(PullSecret.class::isInstance)
                                .map(PullSecret.class::cast)
                                .toList(),
                        own.stream()
                                .filter(PullAccount.class::isInstance)
                                .map(PullAccount.class::cast)
                                .findFirst());
        match.news()
                .ifPresent(
                        secret ->
                                change(
                                        reference,
                                        () ->
                                                record(
                                                        image,
                                                        reference,
                                                        PullCredentials.of(secret))));
        return match.granted();
    }

    private Evidence evidence(String image, String reference) {
        try {
            var text = files.read(Folder.PULLED, PullRecordText.fileName(reference));
            if (text.isPresent()) {
                return text.flatMap(PullRecordText::recordOf)
                        .<Evidence>map(
                                record ->
                                        record.reference().equals(reference)
                                                ? new Evidence.Recorded(record)
                                                : new Evidence.None())
                        .orElseGet(Evidence.Unreadable::new);
            }
            return isRunning(image) || meant(image) ? new Evidence.Intended() : new Evidence.None();
        } catch (HostCallException failure) {
            LOG.warning(
                    "Cannot read what is recorded of an image's pulls",
                    "image",
                    image,
                    "reason",
                    failure.reason());
            return new Evidence.Unreadable();
        }
    }

    private boolean meant(String image) {
        return files.read(Folder.PULLING, PullRecordText.fileName(image))
                .map(text -> PullRecordText.intentOf(text).orElse(image))
                .filter(image::equals)
                .isPresent();
    }

    private synchronized boolean isRunning(String image) {
        return running.containsKey(image);
    }

    @Override
    public void begins(String image) {
        synchronized (this) {
            running.merge(image, 1, Integer::sum);
        }
        try {
            write(image);
        } catch (HostCallException failure) {
            stop(image);
            throw failure;
        }
    }

    private void write(String image) {
        files.write(Folder.PULLING, PullRecordText.fileName(image), PullRecordText.intent(image));
    }

    @Override
    public void pulled(String image, String reference, Optional<PullSource> source) {
        change(
                reference,
                () -> {
                    if (record(image, reference, PullCredentials.of(source))) {
                        ended(image);
                    } else {
                        // The intent stays: by it the image is known to have been pulled here.
                        stop(image);
                    }
                });
    }

    @Override
    public void failed(String image) {
        ended(image);
    }

    /// Forgets that it was meant to be pulled, unless somebody still does.
    private void ended(String image) {
        if (!stop(image)) {
            return;
        }
        try {
            files.delete(Folder.PULLING, PullRecordText.fileName(image));
            if (isRunning(image)) {
                // Who began meanwhile wrote the file that is gone now.
                write(image);
            }
        } catch (HostCallException failure) {
            LOG.warning("Cannot remove a pull intent", "image", image, "reason", failure.reason());
        }
    }

    /// Answers whether it was the last of this image.
    private synchronized boolean stop(String image) {
        var left = running.getOrDefault(image, 1) - 1;
        if (left > 0) {
            running.put(image, left);
        } else {
            running.remove(image);
        }
        return left <= 0;
    }

    private boolean record(String image, String reference, PullCredentials credentials) {
        return record(image, reference, Optional.of(credentials));
    }

    /// Answers whether it is on the disk.
    private boolean record(String image, String reference, Optional<PullCredentials> credentials) {
        var name = PullVerification.bare(image).orElse(image);
        try {
            var known =
                    files.read(Folder.PULLED, PullRecordText.fileName(reference))
                            .flatMap(PullRecordText::recordOf)
                            .filter(it -> it.reference().equals(reference));
            var now = execution.now();
            var next =
                    known.isEmpty()
                            ? Optional.of(
                                    PullRecordCalculator.first(reference, name, credentials, now))
                            : credentials.flatMap(
                                    it ->
                                            PullRecordCalculator.merged(
                                                    known.orElseThrow(), name, it, now));
            next.ifPresent(
                    record ->
                            files.write(
                                    Folder.PULLED,
                                    PullRecordText.fileName(reference),
                                    PullRecordText.text(record)));
            return true;
        } catch (HostCallException failure) {
            LOG.warning("Cannot record a pull", "image", image, "reason", failure.reason());
            return false;
        }
    }

    @Override
    public void listed(List<ListedImage> images, Instant before) {
        try {
            settle(images);
            var references = images.stream().map(ListedImage::id).toList();
            files.all(Folder.PULLED).stream()
                    .flatMap(text -> PullRecordText.recordOf(text).stream())
                    .map(PulledRecord::reference)
                    .filter(reference -> !references.contains(reference))
                    .forEach(gone -> change(gone, () -> forget(gone, before)));
        } catch (HostCallException failure) {
            LOG.warning("Cannot clear up records of pulls", "reason", failure.reason());
        }
    }

    /// What an agent before this one meant to pull, and is here: nobody knows with what.
    private void settle(List<ListedImage> images) {
        for (var text : files.all(Folder.PULLING)) {
            PullRecordText.intentOf(text)
                    .filter(image -> !isRunning(image))
                    .ifPresent(image -> settle(image, images));
        }
    }

    private void settle(String image, List<ListedImage> images) {
        var found = new ArrayList<String>();
        images.stream()
                .filter(
                        it ->
                                Stream.concat(it.tags().stream(), it.digests().stream())
                                        .anyMatch(image::equals))
                .map(ListedImage::id)
                .forEach(found::add);
        for (var reference : found) {
            change(
                    reference,
                    () -> {
                        if (record(image, reference, Optional.empty()) && !isRunning(image)) {
                            files.delete(Folder.PULLING, PullRecordText.fileName(image));
                        }
                    });
        }
    }

    private void forget(String reference, Instant before) {
        var name = PullRecordText.fileName(reference);
        var old =
                files.read(Folder.PULLED, name)
                        .flatMap(PullRecordText::recordOf)
                        // Records tell the second alone.
                        .filter(it -> it.updated().isBefore(before.truncatedTo(SECONDS)));
        if (old.isPresent()) {
            files.delete(Folder.PULLED, name);
        }
    }

    /// Makes a change of that record, or leaves it to the thread that is at it.
    private void change(String reference, Runnable change) {
        synchronized (this) {
            var waiting = changes.get(reference);
            if (waiting != null) {
                waiting.add(change);
                return;
            }
            changes.put(reference, new ArrayDeque<>());
        }
        for (var next = Optional.of(change); next.isPresent(); next = next(reference)) {
            try {
                next.get().run();
            } catch (HostCallException failure) {
                LOG.warning(
                        "Cannot change a record of a pull",
                        "imageRef",
                        reference,
                        "reason",
                        failure.reason());
            }
        }
    }

    private synchronized Optional<Runnable> next(String reference) {
        var next = Optional.ofNullable(changes.get(reference)).map(Queue::poll);
        if (next.isEmpty()) {
            changes.remove(reference);
        }
        return next;
    }
}
