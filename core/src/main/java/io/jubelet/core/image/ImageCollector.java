package io.jubelet.core.image;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.image.ImageGcPlanner.Candidate;
import io.jubelet.core.image.ImageGcPlanner.Known;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import io.jubelet.model.codec.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Removes images that nobody uses when the disk is full, or when they have been unused for long:
/// every five minutes, and soon after a pull.
///
/// Owner of what is remembered of images. Thread: its own, `image-gc`; `wake` from any.
/// Upstream: images/image_gc_manager.go, kubelet.go StartGarbageCollection.
public final class ImageCollector {
    private static final Log LOG = Log.of(ImageCollector.class);
    private static final Duration PERIOD = Duration.ofMinutes(5);

    /// However often something is pulled, so much lies between two looks; and before the first.
    private static final Duration REST = Duration.ofSeconds(30);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final ImageService images;
    private final CollectionSettings settings;
    private final PullTrust trust;
    private final EventRecorder events;
    private final EventSubject node;
    private final Meter meter;
    private final Signal wake;
    private final Tick began;
    private Map<String, Known> known = Map.of();
    private boolean failedBefore;

    public ImageCollector(
            Execution execution,
            ContainerRuntime runtime,
            ImageService images,
            ImageSettings settings,
            EventRecorder events,
            String nodeName,
            Meter meter) {
        this.execution = execution;
        this.runtime = runtime;
        this.images = images;
        this.settings = settings.collection();
        this.trust = settings.trust();
        this.events = events;
        this.node = EventSubject.ofNode(nodeName);
        this.meter = meter;
        this.wake = execution.signal("image-gc");
        this.began = execution.tick();
    }

    public void start() {
        if (settings.off()) {
            var why = "ImageGCHighThresholdPercent is set 100 and ImageMaximumGCAge is 0";
            LOG.v(2).info(why + ", Disable image GC");
            return;
        }
        execution.start(ThreadKind.SERVICE, "image-gc", this::run);
    }

    /// The disk may be fuller than it was.
    public void wake() {
        wake.raise();
    }

    private void run() {
        var rest = execution.signal("image-gc");
        rest.await(REST);
        while (true) {
            collect();
            if (wake.await(PERIOD)) {
                rest.await(REST);
            }
        }
    }

    /// One round; what goes wrong in it is told.
    void collect() {
        var failure = attempt();
        if (failure.isEmpty()) {
            LOG.v(failedBefore ? 1 : 4).info("Image garbage collection succeeded");
        } else if (failedBefore) {
            LOG.warning(
                    "Image garbage collection failed multiple times in a row",
                    "reason",
                    failure.get());
            events.warning(node, "ImageGCFailed", failure.get());
        } else {
            LOG.warning("Image garbage collection failed once", "reason", failure.get());
        }
        failedBefore = failure.isPresent();
    }

    private Optional<String> attempt() {
        try {
            // First the images: a container that comes in between has one that stays.
            var asked = execution.now();
            var listed = images.list();
            trust.listed(listed, asked);
            var now = began.until(execution.tick());
            known = ImageGcPlanner.observed(known, listed, runtime.imagesInUse(), now);
            var candidates = ImageGcPlanner.candidates(known);
            var old = ImageGcPlanner.tooOld(candidates, settings, now);
            var removal = remove(old, Long.MAX_VALUE, true);
            if (!removal.failures().isEmpty()) {
                return Optional.of(
                        ("wanted to free images older than %s, encountered errors in image"
                                        + " deletion: %s")
                                .formatted(
                                        GoDuration.print(settings.maximumAge()), removal.told()));
            }
            var left = candidates.stream().filter(it -> !old.contains(it)).toList();
            return freeSpace(ImageGcPlanner.removable(left, settings, now));
        } catch (RuntimeCallException failure) {
            return Optional.of(failure.reason());
        }
    }

    private Optional<String> freeSpace(List<Candidate> removable) {
        var space = images.space();
        if (space.capacityBytes() <= 0) {
            var message = "invalid capacity 0 on image filesystem";
            events.warning(node, "InvalidDiskCapacity", message);
            return Optional.of(message);
        }
        var excess = ImageGcPlanner.excess(space, settings);
        if (excess <= 0) {
            return Optional.empty();
        }
        var percent = ImageGcPlanner.usedPercent(space);
        LOG.info(
                "Disk usage on image filesystem is over the high threshold, trying to free bytes"
                        + " down to the low threshold",
                "usage",
                percent,
                "highThreshold",
                settings.highPercent(),
                "amountToFree",
                excess,
                "lowThreshold",
                settings.lowPercent());
        var removal = remove(removable, excess, false);
        if (!removal.failures().isEmpty()) {
            return Optional.of(
                    ("wanted to free %d bytes, but freed %d bytes space with errors in image"
                                    + " deletion: %s")
                            .formatted(excess, removal.freed(), removal.told()));
        }
        if (removal.freed() >= excess) {
            return Optional.empty();
        }
        var message =
                ("Insufficient free disk space on the node's image filesystem (%d%% of %s used)."
                                + " Failed to free sufficient space by deleting unused images"
                                + " (freed %d bytes). Investigate disk usage, as it could be used"
                                + " by active images, logs, volumes, or other data.")
                        .formatted(percent, size(space.capacityBytes()), removal.freed());
        events.warning(node, "FreeDiskSpaceFailed", message);
        return Optional.of(message);
    }

    /// What became of a row of images.
    private record Removal(long freed, List<String> failures) {
        String told() {
            return failures.size() == 1 ? failures.getFirst() : failures.toString();
        }
    }

    /// Removes one after the other until enough is free.
    private Removal remove(List<Candidate> row, long enough, boolean forAge) {
        var freed = 0L;
        var failures = new ArrayList<String>();
        for (var candidate : row) {
            if (freed >= enough) {
                break;
            }
            LOG.info(
                    "Removing image to free bytes",
                    "imageID",
                    candidate.id(),
                    "size",
                    candidate.known().sizeBytes());
            try {
                images.remove(candidate.id());
                meter.tell(new Figure.ImageRemoved(forAge));
                freed += candidate.known().sizeBytes();
            } catch (RuntimeCallException failure) {
                failures.add(failure.reason());
            }
        }
        return new Removal(freed, failures);
    }

    private static String size(long bytes) {
        var units = List.of("KiB", "MiB", "GiB", "TiB");
        if (bytes < 1024) {
            return bytes + " B";
        }
        var value = bytes / 1024.0;
        var unit = 0;
        while (value >= 1024 && unit < units.size() - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, units.get(unit));
    }
}
